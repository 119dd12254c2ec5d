/** The only error that a gateway of payments or payouts throws. */
export class GatewayError extends Error {
  readonly code: string
  readonly retryable: boolean
  /** The gateway stores this answer with its idempotency key, so only another key can get another answer. */
  readonly kept: boolean
  readonly publicMessage: string

  constructor(
    code: string,
    publicMessage: string,
    options: { retryable: boolean; kept?: boolean; cause?: unknown },
  ) {
    super(`${code}: ${publicMessage}`, { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.publicMessage = publicMessage
    this.retryable = options.retryable
    this.kept = options.kept ?? false
  }
}
