import { type Ctx, inTransaction } from '../../ctx.ts'
import { recordDeed } from './record-deed.ts'
import { requireManual } from './require-manual.ts'
import { settlePayout } from './settle-payout.ts'
import type { PayoutRow } from './tables.ts'

/** The operator is the bank's word where payouts are made by hand. */
export async function markPaid(ctx: Ctx, id: string, reference: string): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await requireManual(tx, id)
    const payout = await settlePayout(tx, id, { bank: { state: 'paid' }, reference })
    if (payout.state !== before.state) {
      const deed = { action: 'mark_payout_paid', subjectType: 'payout', subjectId: id } as const
      await recordDeed(tx, { ...deed, note: reference })
    }
    return payout
  })
}
