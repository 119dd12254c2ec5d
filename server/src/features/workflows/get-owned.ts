import { RESTORABLE_DAYS } from '@vignette/contract/recipe-limits.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type FoundWorkflow, getOwn } from './queries.ts'
import { clampToLimits } from './rules-recipe.ts'
import { type WorkflowRow, workflows, workflowVersions } from './tables.ts'

const DAY_MS = 86_400_000

const newest = prepared((db) =>
  db
    .select({ row: workflows, version: workflowVersions })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(eq(workflows.id, sql.placeholder('id'))),
)

/**
 * The end of the time in which the creator can bring the workflow back; undefined for a workflow
 * that was not taken down.
 */
export function restorableUntil({ deletedAt }: Pick<WorkflowRow, 'deletedAt'>): Date | undefined {
  return deletedAt ? new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS) : undefined
}

/** Workflows that were taken down before this moment stay down. */
export function restorableSince({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() - RESTORABLE_DAYS * DAY_MS)
}

/** A workflow of the caller, also one taken down that can still come back. */
export async function getOwned(ctx: Ctx, id: string): Promise<FoundWorkflow> {
  const [found] = await newest(ctx.db).execute({ id })
  const until = found && restorableUntil(found.row)
  if (!found || found.row.ownerId !== ctx.caller.principal?.id || !until) return getOwn(ctx, id)
  if (until <= ctx.clock.now()) return getOwn(ctx, id)
  const { row, version } = found
  return { row, version: { ...version, recipe: clampToLimits(version.recipe) } }
}
