import type { ErrorBody, ErrorCode, ErrorDetail } from '@vignette/contract/errors.ts'

/**
 * A refusal by the server. `message` is the specification's text, `reason` the sentence for people.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly reason: string | undefined
  readonly details: ErrorDetail[]
  readonly requestId: string | undefined
  /** Where what was asked for is paid. */
  readonly checkout: string | undefined

  constructor(status: number, statusText: string, body?: Partial<ErrorBody>) {
    const reason = typeof body?.error === 'string' ? body.error : undefined
    super(`HTTP ${status}: ${statusText}${reason ? ` - ${reason}` : ''}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body?.code
    this.reason = reason
    this.details = body?.details ?? []
    this.requestId = body?.request_id
    this.checkout = body?.checkout_url
  }
}

export class TimeoutError extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(`Request timed out after ${seconds} seconds`)
    this.name = 'TimeoutError'
    this.seconds = seconds
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410)
}

/** Of one thing by an id of any form: our server answers 400 to a form that is not its own. */
export function isMissing(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.status === 400)
}

/** The sentence to show: the server's reason, if given; a proxy's bare "Unavailable" is none. */
export function readReason(error: unknown, fallback: string): string {
  if (error instanceof ApiError) {
    if (error.reason?.includes(' ')) return error.reason
    if (error.status >= 500) return 'The server could not answer just now. Please try again soon.'
  }
  // The browser's own text for a network error or a proxy's answer differs by browser and helps no
  // reader.
  if (error instanceof TypeError || error instanceof SyntaxError)
    return 'The server could not be reached. Check your connection.'
  if (error instanceof Error && error.message) return error.message
  return fallback
}

/** A failure in a sentence for people, and in the specification's words where these are others. */
export interface Told {
  sentence: string
  message: string | null
}

export function tell(error: unknown, fallback: string): Told {
  const sentence = readReason(error, fallback)
  const isSpecified = error instanceof ApiError || error instanceof TimeoutError
  return { sentence, message: isSpecified && error.message !== sentence ? error.message : null }
}
