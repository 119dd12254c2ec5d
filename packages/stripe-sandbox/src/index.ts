export { computeTax, STRIPE_PLACES } from './compute-tax.ts'
export { warnOfFraud } from './evidence-desk.ts'
export { type StripeFault, type StripeStandIn, startStripe } from './start-stripe.ts'
export { Refusal, type StripeEvent } from './stripe-objects.ts'
