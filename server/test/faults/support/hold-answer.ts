import type { StripeStandIn } from '../../support/money/start-stripe.ts'

/**
 * Stripe receives the request, before or after carrying the request out, and never answers; resolves
 * at that moment.
 */
export function holdAnswer(
  stripe: StripeStandIn,
  until: AbortSignal,
  on: RegExp,
  when: 'before' | 'after',
): Promise<void> {
  return new Promise((held) => {
    const effect = () => {
      held()
      return new Promise<void>((resolve) => {
        until.addEventListener('abort', () => resolve())
      })
    }
    stripe.faults.push({ on, when, effect })
  })
}
