import type { Adjustment } from './adjustment-entry.ts'
import type { Money } from './book.ts'
import type { EntryContext } from './post-entry.ts'

export interface PostAdjustment extends Adjustment, Money {
  occurredAt: Date
}

export function aboutAdjustment(
  subjectId: string,
  { book, currency, occurredAt }: Money & { occurredAt: Date },
): EntryContext {
  return {
    subjectType: 'adjustment',
    subjectId,
    paymentId: null,
    workflowId: null,
    book,
    currency,
    occurredAt,
  }
}
