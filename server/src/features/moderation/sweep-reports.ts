import { REPORT_DAYS } from '@vignette/contract/limits.ts'
import { lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { auditLog, reports } from './tables.ts'

export const sweepReports = defineTask({
  name: 'moderation.sweep',
  retryLimit: 2,
  cron: '11 5 * * *',
  run: runSweepReports,
})

/** The time on the privacy page, counted from the decision: open reports are kept until decided. */
async function runSweepReports(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, REPORT_DAYS * 24)
  await ctx.db.delete(reports).where(lt(reports.closedAt, before))
  await ctx.db.delete(auditLog).where(lt(auditLog.at, before))
}
