import type { EntryKind } from './entry-kind.ts'

/** How an entry's amount changes the state of its sale; the other kinds leave the state unchanged. */
export const EFFECT: Partial<
  Record<EntryKind, { on: 'captured' | 'refunded' | 'disputed'; sign: 1 | -1 }>
> = {
  capture: { on: 'captured', sign: 1 },
  refund: { on: 'refunded', sign: 1 },
  refund_failed: { on: 'refunded', sign: -1 },
  dispute_opened: { on: 'disputed', sign: 1 },
  dispute_raised: { on: 'disputed', sign: 1 },
  dispute_lowered: { on: 'disputed', sign: -1 },
  dispute_won: { on: 'disputed', sign: -1 },
}
