import { type Ctx, inTransaction } from '../../ctx.ts'
import { requireManual } from './require-manual.ts'
import { settlePayout } from './settle-payout.ts'
import type { PayoutRow } from './tables.ts'

/** The operator is the bank's word where payouts are made by hand. */
export async function markPaid(ctx: Ctx, id: string, reference: string): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    await requireManual(tx, id)
    return settlePayout(tx, id, { bank: { state: 'paid' }, reference })
  })
}
