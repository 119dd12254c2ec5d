import { REPORT_DAYS } from '@vignette/contract/limits.ts'
import { lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineJob } from '../../platform/queue/queue.ts'
import { auditLog, reports } from './tables.ts'

export const sweepReports = defineJob({
  name: 'moderation.sweep',
  data: z.object({}),
  retryLimit: 2,
  cron: '11 5 * * *',
  exclusive: true,
})

/** As long as the privacy page says, counted from the decision: an open report waits for its own. */
export async function runSweepReports(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, REPORT_DAYS * 24)
  await ctx.db.delete(reports).where(lt(reports.closedAt, before))
  await ctx.db.delete(auditLog).where(lt(auditLog.at, before))
}
