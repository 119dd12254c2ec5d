/** What a failed call carries, whichever layer threw it. */
interface CallFailure {
  status?: unknown
  code?: unknown
  reason?: unknown
  message?: unknown
}

const GENERIC = 'Unknown error occurred'

export function errorStatus(error: unknown): number | null {
  const { status } = asFailure(error)
  return typeof status === 'number' ? status : null
}

export function errorCode(error: unknown): string | null {
  const { code } = asFailure(error)
  return typeof code === 'string' ? code : null
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** The server's own sentence where there is one, else the message of the failure. */
export function errorMessage(error: unknown, generic: string = GENERIC): string {
  const { reason, message } = asFailure(error)
  if (typeof reason === 'string' && reason) return reason
  // What fetch throws when nobody answers differs by browser and helps nobody.
  if (error instanceof TypeError) return 'The server could not be reached. Check your connection.'
  return typeof message === 'string' && message ? message : generic
}

/** Whether the server may have begun something of which no answer reached us. */
export function isAnswerUnknown(error: unknown): boolean {
  const status = errorStatus(error)
  return status === null || status === 0 || status === 408 || status === 504
}

/** A job's error: an object with a message, or a string that may be JSON with message or code. */
export function readJobError(error: unknown): string {
  if (typeof error === 'string') return readText(error) ?? 'Job failed'
  const { message, code } = asFailure(error)
  if (typeof message === 'string' && message) return message
  return typeof code === 'string' && code ? code : 'Job failed'
}

function readText(text: string): string | null {
  const trimmed = text.trim()
  if (!trimmed) return null
  try {
    const { message, code } = asFailure(JSON.parse(trimmed))
    if (typeof message === 'string' && message) return message
    if (typeof code === 'string' && code) return code
  } catch {
    return trimmed
  }
  return trimmed
}

function asFailure(error: unknown): CallFailure {
  return typeof error === 'object' && error !== null ? (error as CallFailure) : {}
}
