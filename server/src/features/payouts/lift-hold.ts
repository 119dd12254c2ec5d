import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type HoldRow, payoutHolds } from './tables.ts'

/** Lifted twice, a hold keeps its first lifting. */
export async function liftHold(ctx: Ctx, id: string, by: 'rule' | 'admin'): Promise<HoldRow> {
  await ctx.db
    .update(payoutHolds)
    .set({ liftedAt: ctx.clock.now(), liftedBy: by })
    .where(and(eq(payoutHolds.id, id), isNull(payoutHolds.liftedAt)))
  const [row] = await ctx.db.select().from(payoutHolds).where(eq(payoutHolds.id, id))
  if (!row) throw new AppError('not_found', 'There is no such hold.')
  return row
}
