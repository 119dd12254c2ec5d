import {
  ERROR_STATUS,
  type ErrorCode,
  type ErrorDetail,
  type PaymentAsked,
} from '@vignette/contract/errors.ts'

/** The error that a verb throws; the message is for a person and names the field and the fault. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** How many details the answer tells, where that is more than usual. */
  readonly told: number | undefined
  readonly retryAfterSeconds: number | undefined
  /** Where a person can pay, for a call of a program. */
  readonly payment: PaymentAsked | undefined
  /** Headers of the answer, such as `www-authenticate`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetail[]
      told?: number
      retryAfterSeconds?: number
      payment?: PaymentAsked
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.told = options.told
    this.retryAfterSeconds = options.retryAfterSeconds
    this.payment = options.payment
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}
