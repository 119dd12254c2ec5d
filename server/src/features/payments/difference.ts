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
  | 'ledger'
  | 'stuck'
  | 'event_unprocessed'

export interface Difference {
  kind: DifferenceKind
  paymentId: string | null
  sessionId: string | null
  ours: string
  theirs: string
  /** It was put right as soon as it was found. */
  mended?: true
}
