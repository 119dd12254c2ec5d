import { describeTimeout } from '../describe-status.ts'
import { describeFailure } from './describe-failure.ts'
import { type FetchRules, observeFetch, type Seen } from './observe-fetch.ts'
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
