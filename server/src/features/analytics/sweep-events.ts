import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { analyticsDays, analyticsEvents } from './tables.ts'

export const sweepEvents = defineTask({
  name: 'analytics.sweep',
  retryLimit: 2,
  cron: '53 4 * * *',
  run: runSweepEvents,
})

/** The time on the privacy page: enough to compare a month with the same month of the year before. */
async function runSweepEvents(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, ANALYTICS_DAYS * 24)
  await ctx.db.delete(analyticsEvents).where(lt(analyticsEvents.receivedAt, before))
  await ctx.db.delete(analyticsDays).where(lt(analyticsDays.day, before.toISOString().slice(0, 10)))
}
