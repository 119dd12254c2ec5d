import { type Ctx, inTransaction } from '../../ctx.ts'
import { movePayout } from './move-payout.ts'
import { recordDeed } from './record-deed.ts'
import { requireManual } from './require-manual.ts'
import { settlePayout } from './settle-payout.ts'
import type { PayoutRow } from './tables.ts'

/** A payout made by hand that did not arrive: the money never left, or is back, and is owed again. */
export async function markFailed(ctx: Ctx, id: string, reason: string): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    const payout = await movePayout(tx, await requireManual(tx, id), { reason })
    const { transferId, accountId, amount, currency, createdAt } = payout
    const deed = { action: 'mark_payout_failed', subjectType: 'payout', subjectId: id } as const
    await recordDeed(tx, { ...deed, note: reason })
    return settlePayout(tx, id, {
      transfer: {
        transferId: transferId ?? '',
        payoutId: id,
        accountId,
        amount,
        reversed: amount,
        currency,
        state: 'reversed',
        createdAt,
      },
    })
  })
}
