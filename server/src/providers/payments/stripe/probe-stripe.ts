import Stripe from 'stripe'
import { findCode, ProbeError } from '../../../platform/probe-error.ts'

/** Asks Stripe for `what`; a failure becomes a sentence, without the part of a key that Stripe's own shows. */
export async function probeStripe<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new ProbeError(describeFault(what, cause), { cause })
  }
}

function describeFault(what: string, error: unknown): string {
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError) {
    return 'Stripe refuses STRIPE_SECRET_KEY (401): copy the key again from Stripe’s dashboard.'
  }
  if (error instanceof errors.StripePermissionError) {
    return `STRIPE_SECRET_KEY may not read ${what} (403): give the restricted key that permission.`
  }
  const status = error instanceof errors.StripeError ? error.statusCode : undefined
  const detail = error instanceof errors.StripeError ? error.detail : error
  const why = status ? `status ${status}` : (findCode(detail) ?? findCode(error) ?? 'no answer')
  return `Stripe does not tell ${what} (${why}): look whether this machine may call api.stripe.com, and at Stripe’s page of incidents.`
}
