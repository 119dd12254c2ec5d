import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { nextOffsetOf, type Place } from '../../platform/db/read-page.ts'
import { getOwner } from './get-owner.ts'
import { readCreations } from './read-creations.ts'
import { creations } from './tables.ts'
import { type NamedItems, viewNamed } from './view-named.ts'

export const kept = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))
export const shown = and(eq(creations.public, true), isNull(creations.hiddenAt)) ?? sql`false`

/** A user's creations: all of them for the user, the public creations for any other caller. */
export async function listUserCreations(
  ctx: Ctx,
  want: Place & { userId: string },
): Promise<NamedItems> {
  const owner = await getOwner(ctx, want.userId)
  const isOwn = ctx.caller.principal?.id === owner.id
  const part = and(eq(creations.ownerId, owner.id), kept, isOwn ? undefined : shown)
  const { rows, next_cursor } = await readCreations(ctx, ['profile', owner.id], want, [part])
  return {
    items: await viewNamed(ctx, rows),
    nextOffset: nextOffsetOf(want, next_cursor),
    next_cursor,
  }
}
