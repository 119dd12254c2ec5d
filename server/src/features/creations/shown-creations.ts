import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { isShown, ofListed } from './creation.ts'
import { kept, shown } from './list-creations.ts'
import { delivered } from './moderation.ts'

/** Lists the given creations that the caller may see without a key. */
export async function listSeenCreations(ctx: Ctx, ids: readonly string[]): Promise<CreationRow[]> {
  if (ids.length === 0) return []
  const { principal } = ctx.caller
  const mine = principal ? eq(creations.ownerId, principal.id) : undefined
  return ctx.db
    .select()
    .from(creations)
    .where(and(inArray(creations.id, [...ids]), kept, or(shown, mine)))
}

/** The newest public creations of each of these workflows; each gallery is read from its own index. */
export async function listNewestShown(
  ctx: Ctx,
  workflowIds: readonly string[],
  each: number,
): Promise<CreationRow[]> {
  if (workflowIds.length === 0) return []
  const ids = workflowIds.map(
    (id) => sql`(select ${creations.id} from ${creations}
      where ${and(eq(creations.workflowId, id), kept, shown)}
      order by ${creations.deliveredAt} desc, ${creations.id} desc limit ${each})`,
  )
  return ctx.db
    .select()
    .from(creations)
    .where(inArray(creations.id, sql`(${sql.join(ids, sql` union all `)})`))
    .orderBy(desc(creations.deliveredAt), desc(creations.id))
}

/** The newest public creations that a person made with listed recipes. */
export function listShownOf(ctx: Ctx, ownerId: string, most: number): Promise<CreationRow[]> {
  return ctx.db
    .select()
    .from(creations)
    .where(and(eq(creations.ownerId, ownerId), kept, shown, ofListed))
    .orderBy(desc(creations.deliveredAt), desc(creations.id))
    .limit(most)
}

/** The creation that a run begins with, where the caller may see it and its recipe is the run's. */
export async function findOrigin(
  ctx: Ctx,
  want: { id: string; workflowId: string },
): Promise<string | null> {
  const [row] = await ctx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, want.id), eq(creations.workflowId, want.workflowId), delivered))
  if (!row) return null
  return isShown(row) || row.ownerId === ctx.caller.principal?.id ? row.id : null
}
