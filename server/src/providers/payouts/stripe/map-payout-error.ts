import Stripe from 'stripe'
import { mapError } from '../../payments/stripe/map-error.ts'
import { GatewayError } from '../spec.ts'

/** https://docs.stripe.com/error-codes */
const CODES: Record<string, string> = {
  balance_insufficient: 'insufficient_balance',
  insufficient_capabilities_for_transfer: 'account_restricted',
  account_invalid: 'account_restricted',
  transfers_not_allowed: 'account_restricted',
  StripeIdempotencyError: 'idempotency_error',
}

/** Stripe's answer while another request with the key is under way; the key keeps nothing yet. */
const BUSY = 'idempotency_key_in_use'

export function mapPayoutError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const { code, retryable, kept, cause } = mapError(error)
  const isBusy = code === BUSY
  return new GatewayError(CODES[code] ?? code, describe(error, retryable || isBusy), {
    retryable: retryable || isBusy,
    kept: kept && !isBusy,
    cause,
  })
}

function describe(error: unknown, retryable: boolean): string {
  if (retryable) return 'The payout vendor is not answering. Nothing is lost; we try again.'
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return 'The payout vendor refuses this server’s key.'
  }
  return `The payout vendor refused: ${error instanceof Error ? error.message : String(error)}`
}

/** The first version of Stripe's API says `resource_missing`, the second answers 404. */
export function isUnknown(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'resource_missing' || error.statusCode === 404)
  )
}
