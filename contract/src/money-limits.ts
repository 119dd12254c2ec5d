import { moneyHere } from './currency.ts'

const US_MAX = 100_000

/**
 * price-floor.ts computes the lowest price from the card fee and the cost; below `minCents` no card
 * gateway charges. The sums of this file are those of a server in dollars, and grow with the scale of
 * its currency.
 */
export const PRICE = {
  get minCents() {
    return moneyHere().minCents
  },
  get maxCents() {
    return US_MAX * moneyHere().scale
  },
}
export const CLEARANCE_DAYS = 7
/** Sales of a new creator clear later: until the first payout, in the first days, and with few buyers. */
export const NEW_CREATOR = { clearanceDays: 14, days: 30, buyers: 5 } as const
/**
 * A launch price ends by itself; beside it stands the lowest price of the `lookBackDays` before.
 */
export const LAUNCH = { maxDays: 90, lookBackDays: 30 } as const
/** Payouts leave on Fridays; a creator may raise the minimum. */
export const PAYOUT = {
  weekday: 5,
  hourUtc: 6,
  get minCents() {
    return 1_000 * moneyHere().scale
  },
  get maxMinCents() {
    return US_MAX * moneyHere().scale
  },
  accountWaitHours: 48,
  /** What a creator without sales has owed back for so long is written off. */
  badDebtDays: 90,
  get badDebtAboveCents() {
    return 2_500 * moneyHere().scale
  },
}
/**
 * For how long a creator may refund a sale, how far the creator's own refunds may bring the balance
 * below zero, and the length of the note to the buyer.
 */
export const SALE_REFUND = {
  days: 30,
  get owedAtMostCents() {
    return 5_000 * moneyHere().scale
  },
  noteMax: 500,
}
export const UNUSED_AUTHORISATION_HOURS = 24
export const TEST_CARD = '4242 4242 4242 4242'
