import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { sessions } from './tables.ts'

export async function revokeSessions(ctx: Ctx, principalId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.principalId, principalId), isNull(sessions.revokedAt)))
}
