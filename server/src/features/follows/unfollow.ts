import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller, requireUser } from '../identity/index.ts'
import { follows } from './tables.ts'

export async function unfollow(ctx: Ctx, id: string): Promise<void> {
  requireUser(ctx)
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    await tx.db
      .delete(follows)
      .where(and(eq(follows.followerId, owner.id), eq(follows.followedId, id)))
  })
}
