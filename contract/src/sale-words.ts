/** Words about sales and refunds. */

/** Disputed: a bank holds or has kept money of the sale. Refunded: in full or in part. */
export const SALE_STATES = ['pending', 'cleared', 'refunded', 'disputed'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** Why a creator refunds a sale; the buyer reads these words. */
export const REFUND_REASONS = {
  broken: 'The result is broken',
  not_as_asked: 'The result is not what was asked for',
  twice: 'It was charged twice',
  goodwill: 'Goodwill',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/**
 * `rule`: what was captured without a delivery, refunded unasked; `withdrawal`: the buyer withdrew from
 * the contract.
 */
export const REFUND_SOURCES = [
  'creator',
  'operator',
  'case',
  'gateway',
  'rule',
  'withdrawal',
] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

export const REFUND_STATES = ['requested', 'pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
