import Stripe from 'stripe'
import { GatewayError } from '../spec.ts'

const RETRYABLE_STATUS = new Set([408, 409, 425, 429])

/**
 * Whether a repetition may help is decided from the status: a refusal stays one, anything that
 * may have been an accident of the way is tried again under the same idempotency key. Stripe keeps
 * its first answer with the key, a 500 too, and marks the copies, of which another key alone rids.
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
  if (retryable) return 'The payment gateway is not answering. Nothing was charged; try again.'
  if (code === 'StripeAuthenticationError' || code === 'StripePermissionError') {
    return 'The payment gateway refuses this server’s key. Nothing was charged.'
  }
  return `The payment gateway refused: ${message}`
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}
