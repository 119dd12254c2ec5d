import { lte } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { pastUsernames } from './tables.ts'

export const sweepPastUsernames = defineTask({
  name: 'identity.sweep-past-usernames',
  retryLimit: 2,
  cron: '46 4 * * *',
  run: runSweepPastUsernames,
})

/** Forgets the past usernames whose time is over. */
async function runSweepPastUsernames(ctx: Ctx): Promise<void> {
  await ctx.db.delete(pastUsernames).where(lte(pastUsernames.keptUntil, ctx.clock.now()))
}
