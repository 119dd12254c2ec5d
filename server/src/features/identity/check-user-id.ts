import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { findByAnyId, hashAnonymousId, isAnonymousId } from './principal.ts'

/**
 * The id by which the caller's browser names itself: a visitor's anonymous id, which never leaves
 * its owner, else the public id.
 */
export function ownIdOf({ caller }: Pick<Ctx, 'caller'>): string | undefined {
  const { principal, anonymousId } = caller
  return (principal?.kind === 'visitor' && anonymousId) || principal?.id
}

/**
 * A `user_id` in a body or path must be the caller's own: the public id, or the anonymous id that
 * this browser has, or had before the sign-in.
 */
export async function checkUserId(ctx: Ctx, userId: string | undefined): Promise<void> {
  if (userId === undefined) return
  const { principal, anonymousId } = ctx.caller
  if (!principal) throw new AppError('unauthenticated', 'This call needs a visitor or a user.')
  if (userId.toLowerCase() === principal.id || userId === anonymousId) return
  const named = await findByAnyId(ctx, userId)
  if (named ? named.id === principal.id : await adoptId(ctx, principal, userId)) return
  // A simultaneous first call may just have adopted the id.
  if (!named && (await findByAnyId(ctx, userId))?.id === principal.id) return
  throw new AppError('forbidden', 'user_id must be your own id.', {
    details: [{ path: 'user_id', message: 'is not the caller’s id' }],
  })
}

/**
 * A browser whose first call (an upload) could not name an id got one from the server; the first
 * unused id that the browser then names becomes an alias of the same visitor.
 */
async function adoptId(ctx: Ctx, caller: Principal, anonymousId: string): Promise<boolean> {
  if (caller.kind !== 'visitor' || !isAnonymousId(anonymousId)) return false
  return inTransaction(ctx, async (tx) => {
    const free = await tx.db
      .update(principals)
      .set({ browserChoseId: true })
      .where(
        and(
          eq(principals.id, caller.id),
          eq(principals.browserChoseId, false),
          isNull(principals.claimedBy),
        ),
      )
      .returning({ id: principals.id })
    if (free.length === 0) return false
    const now = tx.clock.now()
    const made = await tx.db
      .insert(principals)
      .values({
        id: newId(),
        kind: 'visitor',
        anonHash: hashAnonymousId(anonymousId),
        browserChoseId: true,
        claimedBy: caller.id,
        claimedAt: now,
        createdAt: now,
      })
      .onConflictDoNothing({ target: principals.anonHash })
      .returning({ id: principals.id })
    return made.length === 1
  })
}
