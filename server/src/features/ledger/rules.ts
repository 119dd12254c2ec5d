import { creatorShareCents } from '@vignette/contract/money.ts'

/** The state of one payment's money, in cents. */
export interface Sale {
  captured: number
  refunded: number
  /** The amount of open and lost disputes. */
  disputed: number
  /** Frozen at checkout. */
  sharePercent: number
}

export interface Change {
  creator: number
  platform: number
}

/** The captured rest; never below zero, since a gateway may take back more than it captured. */
export function remainingCents(sale: Sale): number {
  return Math.max(0, sale.captured - sale.refunded - sale.disputed)
}

/** The creator's share, always computed from the total rest, so that cents never drift. */
export function owedCents(sale: Sale): number {
  return creatorShareCents(remainingCents(sale), sale.sharePercent)
}

/**
 * Divides the change from one state to the next: the creator's part follows the owed share, and the
 * platform carries the rest, which may be negative.
 */
export function divideChange(before: Sale, after: Sale): Change {
  const kept = (sale: Sale) => sale.captured - sale.refunded - sale.disputed
  const creator = owedCents(after) - owedCents(before)
  return { creator, platform: kept(after) - kept(before) - creator }
}
