import type { Book } from '../../ledger/index.ts'

export type DifferenceKind =
  | 'unknown_to_us'
  | 'unknown_to_gateway'
  | 'state'
  | 'amount'
  | 'currency'
  | 'captured'
  | 'captured_without_delivery'
  | 'refunded'
  | 'disputed'
  | 'tax'
  | 'ledger'
  | 'stuck'
  | 'event_unprocessed'
  | 'out_of_reach'
  | 'money'
  | 'balance'
  | 'stranded'
  | 'captured_after_deletion'

export interface Difference {
  kind: DifferenceKind
  /** Absent for a difference from before there were books, or without a row in `payments`. */
  book?: Book
  paymentId: string | null
  sessionId: string | null
  ours: string
  theirs: string
  /** True for a difference that reconciliation settled at once. */
  mended?: true
}
