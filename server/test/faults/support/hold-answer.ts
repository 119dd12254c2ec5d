import type { StripeStandIn } from '../../support/money/start-stripe.ts'

/**
 * Stripe receives the request, before or after carrying the request out, and never answers; resolves
 * at that moment. What the SDK sends again after a while, as on a slow machine, is held as well.
 */
export function holdAnswer(
  stripe: StripeStandIn,
  until: AbortSignal,
  on: RegExp,
  when: 'before' | 'after',
): Promise<void> {
  const hang = async () => {
    if (until.aborted) return
    await new Promise((resolve) => until.addEventListener('abort', resolve))
  }
  return new Promise((held) => {
    const effect = () => {
      held()
      const again = { on, when: 'before', effect: hang } as const
      stripe.faults.push(again, again)
      return hang()
    }
    stripe.faults.push({ on, when, effect })
  })
}
