import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isListed, workflows } from '../workflows/index.ts'
import { type StorefrontRow, storefronts } from './tables.ts'

export type Chosen = Omit<StorefrontRow, 'ownerId' | 'updatedAt'>

const NOTHING: Chosen = {
  showPicture: false,
  lines: [],
  links: [],
  featuredId: null,
  workflowOrder: [],
}

export async function readChosen(ctx: Pick<Ctx, 'db'>, ownerId: string): Promise<Chosen> {
  const [row] = await ctx.db.select().from(storefronts).where(eq(storefronts.ownerId, ownerId))
  return row ?? NOTHING
}

/** The listed recipes: the featured one, those that the creator put in order, then the newest. */
export async function listCreatorWorkflows(
  ctx: Pick<Ctx, 'db'>,
  ownerId: string,
  { featuredId, workflowOrder }: Pick<Chosen, 'featuredId' | 'workflowOrder'>,
  most: number,
) {
  const isFeatured = sql`coalesce(${workflows.id} = ${featuredId}::uuid, false)`
  const place = sql`array_position(${`{${workflowOrder.join(',')}}`}::uuid[], ${workflows.id})`
  const rows = await ctx.db
    .select({
      ...getTableColumns(workflows),
      total: sql<number>`(count(*) over ())::int`,
      remixes: sql<number>`(sum(${workflows.remixCount}) over ())::int`,
    })
    .from(workflows)
    .where(and(eq(workflows.ownerId, ownerId), isListed))
    .orderBy(desc(isFeatured), place, desc(workflows.createdAt), desc(workflows.id))
    .limit(most)
  return { rows, total: rows[0]?.total ?? 0, remixes: rows[0]?.remixes ?? 0 }
}
