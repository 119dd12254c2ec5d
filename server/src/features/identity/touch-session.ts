import { and, eq, lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { sessions } from './tables.ts'

/** Writes the session's last use at most once an hour, so that most reads cause no write. */
export async function touchSession(ctx: Ctx): Promise<void> {
  if (!ctx.caller.sessionId) return
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.clock.now() })
    .where(and(eq(sessions.id, ctx.caller.sessionId), lt(sessions.lastSeenAt, hoursAgo(ctx, 1))))
}
