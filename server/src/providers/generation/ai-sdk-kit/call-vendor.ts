import { describeStatus, describeTimeout, describeUnreachable } from '../describe-status.ts'
import type { FoundModel } from '../spec.ts'
import { describeFailure } from './describe-failure.ts'
import {
  type FetchRules,
  findRedirection,
  observeFetch,
  redirect,
  type Seen,
} from './observe-fetch.ts'
import { DEFAULTS, type VendorOptions } from './vendor-options.ts'

// Our log is structured and holds no prompts; the SDK would print its warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false

interface VendorCall {
  signal: AbortSignal
  timeoutMs: number
  api: FetchRules['api']
  onAnswer?: FetchRules['onAnswer']
  /** Texts that must not appear in a log: the key, the prompt. */
  hide: readonly (string | undefined)[]
}

export interface VendorLine {
  fetch: typeof globalThis.fetch
  abortSignal: AbortSignal
  seen: Seen
}

/** Runs one SDK call under our fetch, time limit and errors; an abort rejects with the signal's reason. */
export async function callVendor<T>(
  options: VendorOptions,
  call: VendorCall,
  run: (line: VendorLine) => Promise<T>,
): Promise<T> {
  call.signal.throwIfAborted()
  const timeout = AbortSignal.timeout(call.timeoutMs)
  const { fetch, seen } = observeFetch({
    api: call.api,
    maxAnswerBytes: options.maxAnswerBytes ?? DEFAULTS.maxAnswerBytes,
    maxFileBytes: options.maxPictureBytes ?? DEFAULTS.maxPictureBytes,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.files ? { files: options.files } : {}),
    ...(call.onAnswer ? { onAnswer: call.onAnswer } : {}),
  })
  try {
    return await run({ fetch, seen, abortSignal: AbortSignal.any([call.signal, timeout]) })
  } catch (error) {
    call.signal.throwIfAborted()
    if (timeout.aborted) throw describeTimeout()
    throw describeFailure(
      error,
      call.hide.filter((text) => text !== undefined),
    )
  }
}

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
