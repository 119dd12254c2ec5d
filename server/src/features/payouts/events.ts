import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'
import type { HoldRow, PayoutRow } from '../../schema/payouts.ts'

export const payoutEvents = {
  /** A payout arrived at the creator's bank; told again where the bank changes its word and pays. */
  paid: defineEvent<TxCtx, { payoutId: string }>('payout.paid'),
  /** A payout was refused, or its money came back. */
  failed: defineEvent<TxCtx, { payout: PayoutRow }>('payout.failed'),
  /** A creator's money is held back, as the creator is told. */
  held: defineEvent<TxCtx, { hold: HoldRow }>('payout.held'),
}
