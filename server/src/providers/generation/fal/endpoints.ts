import type { FetchRules } from '../ai-sdk-kit/observe-fetch.ts'
import type { VendorOptions } from '../ai-sdk-kit/vendor-options.ts'

export interface FalOptions extends VendorOptions {
  /** A replacement for the queue's address, which the SDK hard-codes. */
  queueUrl?: string
}

const RUN = 'https://fal.run'
export const FAL_PLATFORM = 'https://api.fal.ai'
export const FAL_QUEUE = 'https://queue.fal.run'
/** The origin of finished files. */
export const FAL_FILES = 'https://v3.fal.media'

/** The SDK hard-codes the queue's address, so our fetch replaces the address. */
export function falEndpoints(options: FalOptions): { baseURL: string; api: FetchRules['api'] } {
  const api = [
    { from: RUN, to: options.baseUrl ?? RUN },
    { from: FAL_QUEUE, to: options.queueUrl ?? FAL_QUEUE },
  ]
  return { baseURL: RUN, api }
}
