import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { recordDeed } from './record-deed.ts'
import { type HoldRow, payoutHolds } from './tables.ts'

/** An operator lifts a hold. Lifted twice, a hold keeps its first lifting. */
export async function liftHold(ctx: Ctx, id: string): Promise<HoldRow> {
  return inTransaction(ctx, async (tx) => {
    const [lifted] = await tx.db
      .update(payoutHolds)
      .set({ liftedAt: tx.clock.now(), liftedBy: 'admin' })
      .where(and(eq(payoutHolds.id, id), isNull(payoutHolds.liftedAt)))
      .returning()
    if (lifted) {
      const deed = { action: 'lift_payout_hold', subjectType: 'hold', subjectId: id } as const
      await recordDeed(tx, { ...deed, note: lifted.reason })
      return lifted
    }
    const [row] = await tx.db.select().from(payoutHolds).where(eq(payoutHolds.id, id))
    if (!row) throw new AppError('not_found', 'There is no such hold.')
    return row
  })
}
