import { describeStatus, describeUnreachable } from '../describe-status.ts'
import { type FetchRules, findRedirection, redirect } from './observe-fetch.ts'
import { DEFAULTS, type VendorOptions } from './vendor-options.ts'

interface CancelRequest {
  method: 'PUT' | 'POST'
  address: string
  headers: Record<string, string>
}

/** Asks the vendor to stop; also resolves where the work is already finished or unknown. */
export async function sendCancel(
  options: VendorOptions,
  api: FetchRules['api'],
  request: CancelRequest,
): Promise<void> {
  // The key goes to the vendor's own origins only, even if the stored operation names another address.
  const own = findRedirection(api, request.address)
  if (!own) return
  const send = options.fetch ?? globalThis.fetch
  const timeoutMs = Math.min(options.callTimeoutMs ?? DEFAULTS.callTimeoutMs, 10_000)
  const answer = await send(redirect(request.address, own), {
    method: request.method,
    headers: request.headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw describeUnreachable(error)
  })
  await answer.body?.cancel()
  const over = answer.ok || [400, 404, 409, 410, 422].includes(answer.status)
  if (!over) throw describeStatus(answer.status, {})
}
