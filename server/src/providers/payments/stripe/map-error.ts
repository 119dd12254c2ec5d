import Stripe from 'stripe'
import { GatewayError } from '../spec.ts'

const RETRYABLE_STATUS = new Set([408, 409, 425, 429])

/**
 * The status decides whether a retry may help: a refusal is final, and a possible connection failure
 * is retried under the same idempotency key. Stripe stores its first answer with the key, even a
 * 500, and marks replays, so only another key gets another answer.
 */
export function mapError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new GatewayError('unknown', 'The payment gateway could not be asked.', {
      retryable: true,
      cause: error,
    })
  }
  const status = error.statusCode ?? 0
  const retryable = status === 0 || status >= 500 || RETRYABLE_STATUS.has(status)
  const code = error.code ?? error.type
  return new GatewayError(code, describe(code, error.message, retryable), {
    retryable,
    kept:
      error instanceof Stripe.errors.StripeIdempotencyError ||
      error.headers?.['idempotent-replayed'] === 'true',
    cause: error,
  })
}

function describe(code: string, message: string, retryable: boolean): string {
  if (retryable) return 'The payment gateway is not answering.'
  if (code === 'StripeAuthenticationError' || code === 'StripePermissionError') {
    return 'The payment gateway refuses this server’s key.'
  }
  return `The payment gateway refused: ${message}`
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}
