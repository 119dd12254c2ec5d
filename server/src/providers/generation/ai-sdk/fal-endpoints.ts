import type { FetchRules } from './observe-fetch.ts'
import type { VendorOptions } from './vendor-options.ts'

export interface FalOptions extends VendorOptions {
  /** Another address of the queue, which the SDK names itself. */
  queueUrl?: string
}

const RUN = 'https://fal.run'
export const FAL_QUEUE = 'https://queue.fal.run'
/** Where finished files lie. */
export const FAL_FILES = 'https://v3.fal.media'

/** The SDK writes the queue's address into its code, so another one is put in on the way out. */
export function falEndpoints(options: FalOptions): { baseURL: string; api: FetchRules['api'] } {
  const api = [
    { from: RUN, to: options.baseUrl ?? RUN },
    { from: FAL_QUEUE, to: options.queueUrl ?? FAL_QUEUE },
  ]
  return { baseURL: RUN, api }
}
