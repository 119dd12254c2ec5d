import { creatorShareCents } from '@vignette/contract/money.ts'

/** What has happened to the money of one payment, in cents. */
export interface Sale {
  captured: number
  refunded: number
  /** Taken by disputes that are open or lost. */
  disputed: number
  /** Frozen at checkout. */
  sharePercent: number
}

export interface Change {
  creator: number
  platform: number
}

/** What remains captured; a gateway that took more than it captured leaves nothing to share. */
export function remainingCents(sale: Sale): number {
  return Math.max(0, sale.captured - sale.refunded - sale.disputed)
}

/** What the creator is owed: always from the total that remains, so that cents never drift. */
export function owedCents(sale: Sale): number {
  return creatorShareCents(remainingCents(sale), sale.sharePercent)
}

/**
 * How the change from one state to the next divides: the creator's part follows what they are
 * owed, the platform carries the rest and may go negative.
 */
export function divideChange(before: Sale, after: Sale): Change {
  const kept = (sale: Sale) => sale.captured - sale.refunded - sale.disputed
  const creator = owedCents(after) - owedCents(before)
  return { creator, platform: kept(after) - kept(before) - creator }
}
