import { DRAFTS } from '@vignette/contract/draft-words.ts'
import { and, eq, inArray, lt, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { principals } from '../identity/index.ts'
import { workflowDrafts } from './tables.ts'

export const sweepDrafts = defineTask({
  name: 'drafts.sweep-drafts',
  retryLimit: 2,
  cron: '41 4 * * *',
  run: runSweepDrafts,
})

/** Deletes drafts that were not changed for long; a visitor's sooner, whose browser may be gone. */
export async function runSweepDrafts(ctx: Ctx): Promise<void> {
  const visitors = ctx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.kind, 'visitor'))
  await ctx.db
    .delete(workflowDrafts)
    .where(
      or(
        lt(workflowDrafts.updatedAt, hoursAgo(ctx, DRAFTS.keptDays * 24)),
        and(
          lt(workflowDrafts.updatedAt, hoursAgo(ctx, DRAFTS.visitor.keptDays * 24)),
          inArray(workflowDrafts.ownerId, visitors),
        ),
      ),
    )
}
