import type { FoundModel } from '../spec.ts'
import { type FetchRules, findRedirection, redirect } from './observe-fetch.ts'
import type { VendorOptions } from './vendor-options.ts'

const TIMEOUT_MS = 10_000

interface ModelRequest {
  model: string
  /** Where the vendor describes this model, and answers 404 where it has none of that name. */
  address: string
  headers: Record<string, string>
  signal: AbortSignal
}

/**
 * Asks a vendor for one model. Only the vendor's own 404 says that the model is gone: a refused key, a
 * fault or a page of something in between says nothing.
 */
export async function lookUpModel(
  options: VendorOptions,
  api: FetchRules['api'],
  { model, address, headers, signal }: ModelRequest,
): Promise<FoundModel | undefined> {
  const send = options.fetch ?? globalThis.fetch
  const answer = await send(redirect(address, findRedirection(api, address)), {
    headers,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch(() => undefined)
  await answer?.body?.cancel()
  if (answer?.ok) return { model, offered: true }
  const isJson = answer?.headers.get('content-type')?.includes('json')
  return answer?.status === 404 && isJson ? { model, offered: false } : undefined
}
