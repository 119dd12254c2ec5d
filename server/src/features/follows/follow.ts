import { FOLLOWS_MOST } from '@vignette/contract/follows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { lockActing, lockCaller, requireUser } from '../identity/index.ts'
import { follows } from './tables.ts'

const followerLock = defineLock(8_402_181)

/** A follow drops no cached storefront, so that the count of followers there may be some seconds old. */
export async function follow(ctx: Ctx, id: string): Promise<{ following: boolean }> {
  requireUser(ctx)
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    // The lock makes a deletion of this account either come first, or see the new row.
    const followed = await lockActing(tx, id, 'share')
    if (!followed?.username || followed.deletedAt || followed.bannedAt) {
      throw new AppError('not_found', 'There is nobody with this name.')
    }
    if (followed.id === owner.id) throw new AppError('forbidden', 'You cannot follow yourself.')
    // Each of many simultaneous follows counts the follows before. Row locks would deadlock where
    // two people follow each other.
    await lockFor(tx, followerLock, owner.id)
    if ((await tx.db.$count(follows, eq(follows.followerId, owner.id))) >= FOLLOWS_MOST) {
      const most = FOLLOWS_MOST.toLocaleString('en-US')
      throw new AppError('forbidden', `You follow ${most} people, and that is the most.`)
    }
    await tx.db
      .insert(follows)
      .values({
        id: newId(),
        followerId: owner.id,
        followedId: followed.id,
        createdAt: tx.clock.now(),
      })
      .onConflictDoNothing()
  })
  return { following: true }
}
