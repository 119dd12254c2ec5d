import { creatorShareCents } from '@vignette/contract/money.ts'

/** The state of one payment's money, in cents. */
export interface Sale {
  captured: number
  refunded: number
  /** The amount of open and lost disputes. */
  disputed: number
  /** The tax in the captured amount; zero where the price includes no tax. */
  tax: number
  /** The creator's percent of the sale, frozen at checkout. */
  sharePercent: number
  /** Absent where no fan led the buyer here. */
  commission?: Commission | undefined
}

/** The referrer's part of a sale, which comes out of the platform's part; frozen at the capture. */
export interface Commission {
  percent: number
  /** The card fee and the cost of the runs, which the platform's part covers first. */
  covered: number
}

/** The tax of one jurisdiction in an amount. */
export interface TaxPart {
  /** A country, or a country and its state: `DE`, `US-NY`. */
  jurisdiction: string
  amount: number
}

export interface Change {
  creator: number
  tax: number
  referrer: number
  platform: number
}

/** The captured rest; never below zero, since a gateway may take back more than it captured. */
export function remainingCents(sale: Sale): number {
  return Math.max(0, sale.captured - sale.refunded - sale.disputed)
}

/** The tax in the rest, always computed from the total rest, so that a refund in full leaves none. */
export function taxCents(sale: Sale): number {
  return portionOf(sale.tax, remainingCents(sale), sale.captured)
}

/** The creator's share of the rest after tax, always computed from the total rest, so that cents never drift. */
export function owedCents(sale: Sale): number {
  return creatorShareCents(remainingCents(sale) - taxCents(sale), sale.sharePercent)
}

/**
 * The referrer's commission of the rest after tax, in whole cents: never more than the platform's part
 * leaves after the card fee and the cost, and always computed from the total rest.
 */
export function commissionCents(sale: Sale): number {
  if (!sale.commission) return 0
  const { percent, covered } = sale.commission
  const net = remainingCents(sale) - taxCents(sale)
  const spare = net - owedCents(sale) - covered
  return Math.max(0, Math.min(Math.floor((net * percent) / 100), spare))
}

/**
 * Divides the change from one state to the next: the creator's part follows the owed share, the tax
 * and the commission follow the rest, and the platform carries what is left, which may be negative.
 */
export function divideChange(before: Sale, after: Sale): Change {
  const kept = (sale: Sale) => sale.captured - sale.refunded - sale.disputed
  const creator = owedCents(after) - owedCents(before)
  const tax = taxCents(after) - taxCents(before)
  const referrer = commissionCents(after) - commissionCents(before)
  const platform = kept(after) - kept(before) - creator - tax - referrer
  return { creator, tax, referrer, platform }
}

/** The taxes in a part of an amount; they add up to the rounded tax of that part. */
export function taxesIn(taxes: readonly TaxPart[], part: number, whole: number): TaxPart[] {
  let sum = 0
  return taxes.map(({ jurisdiction, amount }) => {
    const before = portionOf(sum, part, whole)
    sum += amount
    return { jurisdiction, amount: portionOf(sum, part, whole) - before }
  })
}

/** `amount · part / whole` to the nearest cent, half up, in integers. */
function portionOf(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * amount * part + whole) / (2 * whole))
}
