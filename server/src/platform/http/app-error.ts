import { ERROR_STATUS, type ErrorCode, type ErrorDetail } from '@vignette/contract/errors.ts'

/** The error that a verb throws; the message is for a person and names the field and the fault. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** Headers of the answer, such as `www-authenticate`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetail[]
      retryAfterSeconds?: number
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}
