import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { mediaFeatures } from '../../schema/media.ts'
import { type WorkflowRow, workflows } from '../../schema/workflows.ts'
import { defineAlikePool, findAlike, readFeatures } from '../media/index.ts'
import { viewCards } from './view-workflow.ts'
import { getListed, isListed } from './workflow.ts'

const MOST = 8
/** Reads this many more recipes, since some may have left Discover after the pool was read. */
const SPARE = 4
/** The number of recipes that are compared: the most popular ones. */
const COMPARED = 10_000

const pool = defineAlikePool((ctx) =>
  ctx.db
    .select({ id: workflows.id, features: mediaFeatures.features })
    .from(workflows)
    .innerJoin(mediaFeatures, eq(mediaFeatures.mediaId, workflows.sampleMediaId))
    .where(isListed)
    .orderBy(desc(workflows.popularity), desc(workflows.createdAt), desc(workflows.id))
    .limit(COMPARED),
)

/** Recipes whose samples look alike, the nearest first; then popular ones of the same category. */
export async function listRelatedWorkflows(ctx: Ctx, id: string): Promise<WorkflowCard[]> {
  const { row } = await getListed(ctx, id)
  const alike = await findLookalikes(ctx, row)
  const more = alike.length < MOST && row.category ? await findOfCategory(ctx, row) : []
  const known = new Set(alike.map((one) => one.id))
  const rows = [...alike, ...more.filter((one) => !known.has(one.id))].slice(0, MOST)
  const everybody = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return viewCards(everybody, rows)
}

async function findLookalikes(ctx: Ctx, row: WorkflowRow): Promise<WorkflowRow[]> {
  const features = await readFeatures(ctx, row.sampleMediaId)
  if (!features) return []
  const others = (await pool(ctx)).filter((one) => one.id !== row.id)
  const ids = findAlike(features, others, MOST + SPARE).map((one) => one.id)
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select()
    .from(workflows)
    .where(and(inArray(workflows.id, ids), isListed))
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, MOST)
}

async function findOfCategory(ctx: Ctx, row: WorkflowRow): Promise<WorkflowRow[]> {
  return ctx.db
    .select()
    .from(workflows)
    .where(and(eq(workflows.category, row.category ?? 'art'), ne(workflows.id, row.id), isListed))
    .orderBy(desc(workflows.popularity), desc(workflows.createdAt))
    .limit(MOST)
}
