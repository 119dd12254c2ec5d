import { and, eq, isNull, lte } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { notices } from './tables.ts'

/** Marks the caller's notices up to the given notice as read. */
export async function readNotices(ctx: Ctx, { until }: { until: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    await tx.db
      .update(notices)
      .set({ readAt: tx.clock.now() })
      .where(and(eq(notices.ownerId, owner.id), isNull(notices.readAt), lte(notices.id, until)))
  })
}
