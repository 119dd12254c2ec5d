import { lt, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sessions } from './tables.ts'

export const sweepSessions = defineTask({
  name: 'identity.sweep-sessions',
  retryLimit: 2,
  cron: '41 4 * * *',
  run: runSweepSessions,
})

/** Deletes sessions and tokens that ended at least a day ago. */
async function runSweepSessions(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, 24)
  await ctx.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)))
}
