import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isListed, type WorkflowRow, workflows } from '../workflows/index.ts'
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

interface Creator {
  id: string
  /** Absent before a creator chooses a name. */
  username: string | null
}

/** The listed recipes: the featured one, those that the creator put in order, then the newest. */
export async function listCreatorWorkflows(
  ctx: Pick<Ctx, 'db'>,
  { id, username }: Creator,
  { featuredId, workflowOrder }: Pick<Chosen, 'featuredId' | 'workflowOrder'>,
  most: number,
): Promise<WorkflowRow[]> {
  const first = [...new Set([featuredId ?? [], workflowOrder].flat())]
  const [chosen, newest] = await Promise.all([
    first.length === 0
      ? []
      : ctx.db
          .select()
          .from(workflows)
          .where(and(inArray(workflows.id, first), isListedOf(id))),
    ctx.db
      .select()
      .from(workflows)
      // By the name, whose index has the newest first: a creator may have thousands of recipes.
      .where(username ? and(eq(workflows.handle, username), isListed) : isListedOf(id))
      .orderBy(desc(workflows.createdAt), desc(workflows.id))
      .limit(most),
  ])
  const inOrder = first.flatMap((one) => chosen.find((row) => row.id === one) ?? [])
  const others = newest.filter((row) => !first.includes(row.id))
  return [...inOrder, ...others].slice(0, most)
}

/** All listed recipes of a creator, and their remixes. */
export async function sumCreatorWorkflows(
  ctx: Pick<Ctx, 'db'>,
  ownerId: string,
): Promise<{ total: number; remixes: number }> {
  const [sums] = await ctx.db
    .select({
      total: count(),
      remixes: sql<number>`coalesce(sum(${workflows.remixCount}), 0)::int`,
    })
    .from(workflows)
    .where(isListedOf(ownerId))
  return sums ?? { total: 0, remixes: 0 }
}

const isListedOf = (ownerId: string) => and(eq(workflows.ownerId, ownerId), isListed)
