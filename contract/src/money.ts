import { formatAmount } from './currency.ts'
import { CREATOR_SHARE_PERCENT } from './limits.ts'

export { formatAmount as formatCents }

/** The text of a price tag. */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : formatAmount(cents)
}

/**
 * The creator's share to the nearest cent, half up; integer arithmetic, so that no float rounds a
 * cent wrongly.
 */
export function creatorShareCents(cents: number, percent: number = CREATOR_SHARE_PERCENT): number {
  return Math.floor((cents * percent + 50) / 100)
}
