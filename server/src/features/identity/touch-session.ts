import { and, eq, lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { sessions } from './tables.ts'

/** Once an hour at most, so that reading costs no write. */
export async function touchSession(ctx: Ctx): Promise<void> {
  if (!ctx.caller.sessionId) return
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.clock.now() })
    .where(and(eq(sessions.id, ctx.caller.sessionId), lt(sessions.lastSeenAt, hoursAgo(ctx, 1))))
}
