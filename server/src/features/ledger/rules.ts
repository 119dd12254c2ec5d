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

/** The state of a dispute at one event. */
export interface DisputeStand {
  state: 'opened' | 'won' | 'lost'
  amount: number
}

export interface DisputeChange {
  /** What the bank takes; below zero where it gives back. */
  taken: number
  /** What becomes undecided of that; below zero where it is decided. */
  contested: number
}

/**
 * The difference between two states of a dispute, so that a dispute may end more than once and change
 * its amount. A loss moves no more money. Null where no account changes.
 */
export function compareStands(
  before: DisputeStand | null,
  after: DisputeStand,
): (DisputeChange & { kind: ReturnType<typeof nameOfChange> }) | null {
  const [was, is] = [takenBy(before), takenBy(after)]
  const taken = is.taken - was.taken
  const contested = is.contested - was.contested
  if (taken === 0 && contested === 0) return null
  return { kind: nameOfChange(before, after, taken), taken, contested }
}

/** The amount that the bank holds or kept, and the undecided part of it. */
function takenBy(dispute: DisputeStand | null): DisputeChange {
  if (!dispute || dispute.state === 'won') return { taken: 0, contested: 0 }
  return { taken: dispute.amount, contested: dispute.state === 'opened' ? dispute.amount : 0 }
}

function nameOfChange(before: DisputeStand | null, after: DisputeStand, taken: number) {
  if (taken < 0) return after.state === 'won' ? 'dispute_won' : 'dispute_lowered'
  if (taken > 0)
    return before === null && after.state === 'opened' ? 'dispute_opened' : 'dispute_raised'
  return after.state === 'lost' ? 'dispute_lost' : 'dispute_reopened'
}
