import { CREATOR_SHARE_PERCENT } from './limits.ts'

export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const amount = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${sign}$${amount}`
}

/** The text of a price tag. */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : formatCents(cents)
}

/**
 * The creator's share to the nearest cent, half up; integer arithmetic, so that no float rounds a
 * cent wrongly.
 */
export function creatorShareCents(cents: number, percent: number = CREATOR_SHARE_PERCENT): number {
  return Math.floor((cents * percent + 50) / 100)
}
