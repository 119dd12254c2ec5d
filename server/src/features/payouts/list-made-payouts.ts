import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { currentBook } from '../payments/index.ts'
import { payoutRuns, payouts } from './tables.ts'

/** The payouts of one person in the current book that were sent or will be, in the order of their runs. */
export async function listMadePayouts(ctx: Ctx, ownerIds: string[]) {
  return ctx.db
    .select({
      id: payouts.id,
      state: payouts.state,
      dueAt: payoutRuns.dueAt,
      createdAt: payouts.createdAt,
    })
    .from(payouts)
    .innerJoin(payoutRuns, eq(payoutRuns.id, payouts.runId))
    .where(
      and(
        inArray(payouts.principalId, ownerIds),
        eq(payouts.book, currentBook(ctx)),
        inArray(payouts.state, ['scheduled', 'sending', 'in_transit', 'paid']),
      ),
    )
    .orderBy(asc(payoutRuns.dueAt))
}
