import { lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineJob } from '../../platform/queue/queue.ts'
import { sessions } from './tables.ts'

export const sweepSessions = defineJob({
  name: 'identity.sweep-sessions',
  data: z.object({}),
  retryLimit: 2,
  cron: '41 4 * * *',
  exclusive: true,
})

/** Sessions and tokens that ended a day ago or more open nothing and are shown nowhere. */
export async function runSweepSessions(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, 24)
  await ctx.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)))
}
