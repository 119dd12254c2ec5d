import { and, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { jobs } from '../generation/index.ts'
import { workflows } from '../workflows/index.ts'
import { runCheckHealth } from './check-health.ts'
import { healthPauses } from './tables.ts'
import { tryFailing } from './try-failing.ts'

const MOST = 500

export const sweepHealth = defineTask({
  name: 'health.sweep',
  retryLimit: 1,
  cron: '* * * * *',
  run: runSweepHealth,
})

/** Resumes workflows of which something has delivered, ends the pauses of earlier versions, and tries out what fails. */
export async function runSweepHealth(ctx: Ctx): Promise<void> {
  const delivered = sql`exists (select 1 from ${jobs} where ${and(
    eq(jobs.status, 'COMPLETED'),
    gt(jobs.finishedAt, workflows.failingAt),
    or(
      eq(jobs.workflowId, workflows.id),
      and(eq(jobs.ownerId, workflows.ownerId), isNotNull(jobs.documentHash)),
    ),
  )})`
  const working = await ctx.db
    .select({ workflowId: workflows.id })
    .from(workflows)
    .where(and(isNotNull(workflows.failingAt), isNull(workflows.deletedAt), delivered))
    .orderBy(workflows.failingAt)
    .limit(MOST)
  for (const workflow of working) await runCheckHealth(ctx, workflow)
  await endSuperseded(ctx)
  await tryFailing(ctx)
}

async function endSuperseded(ctx: Ctx): Promise<void> {
  const superseded = sql`exists (select 1 from ${workflows} where ${and(
    eq(workflows.id, healthPauses.workflowId),
    ne(workflows.version, healthPauses.version),
    isNull(workflows.failingAt),
  )})`
  await ctx.db
    .update(healthPauses)
    .set({ endedAt: ctx.clock.now(), endedBy: 'version' })
    .where(and(isNull(healthPauses.endedAt), superseded))
}
