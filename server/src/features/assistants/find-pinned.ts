import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { and, desc, eq, max, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { collectionItems, collections } from '../../schema/creations.ts'
import { requireUser } from '../identity/index.ts'
import { getWorkflow } from '../workflows/index.ts'
import { pinnedIn } from './rules.ts'

/** More tools than these would be read with each request of an assistant. */
const MOST = 12

/**
 * The recipes that the caller saved to own collections, the last saved first: all of them where the
 * tools are listed, and the one whose tool is called.
 */
export async function findPinned(ctx: Ctx, tool: string | undefined): Promise<WorkflowView[]> {
  const one = tool === undefined ? undefined : pinnedIn(tool)
  if (tool !== 'list' && !one) return []
  const { id } = requireUser(ctx)
  const rows = await ctx.db
    .select({ id: collectionItems.subjectId })
    .from(collectionItems)
    .innerJoin(collections, eq(collections.id, collectionItems.collectionId))
    .where(
      and(
        eq(collections.ownerId, id),
        eq(collectionItems.subjectType, 'workflow'),
        one ? eq(sql`right(${collectionItems.subjectId}::text, 12)`, one) : undefined,
      ),
    )
    .groupBy(collectionItems.subjectId)
    .orderBy(desc(max(collectionItems.savedAt)))
    .limit(one ? 1 : MOST)
  const found: WorkflowView[] = []
  for (const row of rows) {
    const recipe = await getWorkflow(ctx, row.id).catch(asGone)
    if (recipe) found.push(recipe)
  }
  return found
}

function asGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}
