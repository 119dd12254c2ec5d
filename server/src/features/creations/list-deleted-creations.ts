import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { nextOffsetOf, type Place, readPage } from '../../platform/db/read-page.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { media } from '../media/index.ts'
import { getOwner } from './get-owner.ts'
import { creations } from './tables.ts'
import { type NamedItems, viewNamed } from './view-named.ts'

/** The caller's deleted creations that can still be restored: their files are not erased yet. */
export async function listDeletedCreations(
  ctx: Ctx,
  want: Place & { userId: string },
): Promise<NamedItems> {
  const owner = await getOwner(ctx, want.userId)
  if (ctx.caller.principal?.id !== owner.id)
    return { items: [], nextOffset: null, next_cursor: null }
  const since = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  const list = {
    name: ['deleted', owner.id],
    columns: [creations.deletedAt, creations.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, want, (at) =>
    ctx.db
      .select({ row: creations, key: at.key })
      .from(creations)
      .innerJoin(media, eq(media.id, creations.mediaId))
      .where(
        and(
          eq(creations.ownerId, owner.id),
          isNotNull(creations.deliveredAt),
          isNull(creations.proofUntil),
          eq(creations.takenBack, false),
          gt(creations.deletedAt, since),
          isNull(media.purgedAt),
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const items = await viewNamed(
    ctx,
    rows.map(({ row }) => row),
  )
  return { items, nextOffset: nextOffsetOf(want, next_cursor), next_cursor }
}
