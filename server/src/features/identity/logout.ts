import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { startNewVisitor } from './start-new-visitor.ts'
import { sessions } from './tables.ts'

/** Ends this session; the browser continues as a new visitor without a link to the old one. */
export async function logout(ctx: Ctx, reply: FastifyReply): Promise<void> {
  if (ctx.caller.sessionId) {
    await ctx.db
      .update(sessions)
      .set({ revokedAt: ctx.clock.now() })
      .where(and(eq(sessions.id, ctx.caller.sessionId), isNull(sessions.revokedAt)))
  }
  if (ctx.caller.via !== 'bearer') await startNewVisitor(ctx, reply)
}
