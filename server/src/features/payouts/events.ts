import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'

export const payoutEvents = {
  /** A payout arrived at the creator's bank; told again where the bank changes its word and pays. */
  paid: defineEvent<TxCtx, { payoutId: string }>('payout.paid'),
}
