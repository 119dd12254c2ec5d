import { FOLLOWS_MOST } from '@vignette/contract/follows.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { follows } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'
import { findPrincipals, lockActing, lockCaller, requireUser } from '../identity/index.ts'
import { beginLetters } from '../notices/index.ts'
import { isListed, viewCards } from '../workflows/index.ts'

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
    await beginLetters(tx, [owner.id], followed.id)
  })
  return { following: true }
}

export async function unfollow(ctx: Ctx, id: string): Promise<void> {
  requireUser(ctx)
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    await tx.db
      .delete(follows)
      .where(and(eq(follows.followerId, owner.id), eq(follows.followedId, id)))
  })
}

export async function getFollow(ctx: Ctx, id: string): Promise<{ following: boolean }> {
  const own = eq(follows.followerId, requireUser(ctx).id)
  return { following: (await ctx.db.$count(follows, and(own, eq(follows.followedId, id)))) > 0 }
}

export async function listFollows(ctx: Ctx, place: Place) {
  const { id } = requireUser(ctx)
  const list = { name: ['follows', id], columns: [follows.id], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ id: follows.followedId, at: follows.createdAt, key: at.key })
      .from(follows)
      .where(and(eq(follows.followerId, id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const people = await findPrincipals(
    ctx,
    rows.map((row) => row.id),
  )
  return {
    follows: rows.map((row) => ({
      id: row.id,
      handle: people.get(row.id)?.handle ?? '',
      since: row.at.toISOString(),
    })),
    next_cursor,
  }
}

export async function listFollowedWorkflows(ctx: Ctx, place: Place) {
  const { id } = requireUser(ctx)
  const followed = ctx.db
    .select({ id: follows.followedId })
    .from(follows)
    .where(eq(follows.followerId, id))
  const columns = [workflows.createdAt, workflows.id]
  const list = { name: ['followed', id], columns, descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ row: workflows, key: at.key })
      .from(workflows)
      .where(and(inArray(workflows.ownerId, followed), isListed, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const cards = await viewCards(
    ctx,
    rows.map(({ row }) => row),
  )
  return { workflows: cards, next_cursor }
}

/** Counting ends here, so that the count of a famous creator costs no more than another. */
const MOST = 100_000

export async function countFollowers(ctx: Pick<Ctx, 'db'>, id: string): Promise<number> {
  const some = ctx.db
    .select({ one: sql`1` })
    .from(follows)
    .where(eq(follows.followedId, id))
    .limit(MOST)
  return ctx.db.$count(some.as('some'))
}
