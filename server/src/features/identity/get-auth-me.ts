import type { UserView } from '@vignette/contract/identity.ts'
import { and, eq, lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { getMe } from './get-me.ts'
import { sessions } from './tables.ts'

export async function getAuthMe(ctx: Ctx): Promise<UserView> {
  await touchSession(ctx)
  return getMe(ctx)
}

/** Writes the session's last use at most once an hour, so that most reads cause no write. */
async function touchSession(ctx: Ctx): Promise<void> {
  if (!ctx.caller.sessionId) return
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.clock.now() })
    .where(and(eq(sessions.id, ctx.caller.sessionId), lt(sessions.lastSeenAt, hoursAgo(ctx, 1))))
}
