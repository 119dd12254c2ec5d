import type { Money } from './book.ts'
import type { PaidOut } from './payout-entry.ts'
import type { EntryContext } from './post-entry.ts'

export interface PostPayoutMove extends PaidOut, Money {
  occurredAt: Date
}

/** The subject of the entries of a payout, which no single payment or recipe explains. */
export function aboutPayout({
  payoutId,
  book,
  currency,
  occurredAt,
}: PostPayoutMove): EntryContext {
  return {
    subjectType: 'payout',
    subjectId: payoutId,
    paymentId: null,
    workflowId: null,
    book,
    currency,
    occurredAt,
  }
}
