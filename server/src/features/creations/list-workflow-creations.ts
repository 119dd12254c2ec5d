import { and, count, eq, not, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Place } from '../../platform/db/read-page.ts'
import { getListed } from '../workflows/index.ts'
import { kept, shown } from './list-user-creations.ts'
import { type Found, readCreations } from './read-creations.ts'
import { creations, creationTallies } from './tables.ts'
import { viewItems } from './view-items.ts'

/** The public creations of a recipe, and the caller's own private ones. */
export async function listWorkflowCreations(
  ctx: Ctx,
  want: Place & { workflowId: string; publicOnly: boolean },
) {
  await getListed(ctx, want.workflowId)
  const { rows, next_cursor, total } = await findInGallery(ctx, want)
  return {
    creations: await viewItems(ctx, rows),
    total,
    has_more: next_cursor !== null,
    offset: want.offset,
    limit: want.limit,
    next_cursor,
  }
}

async function findInGallery(
  ctx: Ctx,
  want: Place & { workflowId: string; publicOnly: boolean },
): Promise<Found> {
  const own = ctx.caller.principal
  const here = and(eq(creations.workflowId, want.workflowId), kept)
  const parts = [and(here, shown)]
  let total = await readTally(ctx, want.workflowId)
  if (own && !want.publicOnly) {
    const ownUnseen = and(here, eq(creations.ownerId, own.id), not(shown))
    const [counted] = await ctx.db.select({ total: count() }).from(creations).where(ownUnseen)
    if (counted?.total) {
      parts.push(ownUnseen)
      total += counted.total
    }
  }
  return {
    ...(await readCreations(ctx, ['gallery', want.workflowId, want.publicOnly], want, parts)),
    total,
  }
}

async function readTally(ctx: Ctx, workflowId: string): Promise<number> {
  const [tally] = await ctx.db
    .select({ shown: sql<number>`coalesce(sum(${creationTallies.shown}), 0)::int` })
    .from(creationTallies)
    .where(eq(creationTallies.workflowId, workflowId))
  return tally?.shown ?? 0
}
