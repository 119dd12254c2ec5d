import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { workflowVisits } from './tables.ts'

export const sweepVisits = defineTask({
  name: 'visits.sweep',
  retryLimit: 2,
  cron: '57 4 * * *',
  run: runSweepVisits,
})

/** Deletes visits that are older than the privacy page allows. */
async function runSweepVisits(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, ANALYTICS_DAYS * 24)
    .toISOString()
    .slice(0, 10)
  await ctx.db.delete(workflowVisits).where(lt(workflowVisits.day, before))
}
