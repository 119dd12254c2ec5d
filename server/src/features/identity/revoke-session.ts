import { and, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isLivingOf } from './find-session.ts'
import { requireUser } from './require-user.ts'
import { startNewVisitor } from './start-new-visitor.ts'
import { sessions } from './tables.ts'

export async function revokeSession(ctx: Ctx, id: string, reply: FastifyReply): Promise<void> {
  const user = requireUser(ctx)
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.id, id), isLivingOf(ctx, user.id)))
    .returning({ id: sessions.id })
  if (revoked.length === 0) throw new AppError('not_found', 'You have no such session.')
  if (id === ctx.caller.sessionId && ctx.caller.via === 'cookie') await startNewVisitor(ctx, reply)
}
