import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { admitVisitor } from './admit-visitor.ts'
import { clearSessionCookies, setVisitorCookies } from './cookies.ts'
import { requireUser } from './require-caller.ts'
import { sessions } from './tables.ts'

/** Ends this session; the browser goes on as a new visitor that nobody can tie to the old one. */
export async function logout(ctx: Ctx, reply: FastifyReply): Promise<void> {
  if (ctx.caller.sessionId) {
    await ctx.db
      .update(sessions)
      .set({ revokedAt: ctx.clock.now() })
      .where(and(eq(sessions.id, ctx.caller.sessionId), isNull(sessions.revokedAt)))
  }
  if (ctx.caller.via !== 'bearer') await beginAnew(ctx, reply)
}

export async function logoutEverywhere(ctx: Ctx, reply: FastifyReply): Promise<void> {
  await revokeSessions(ctx, requireUser(ctx).id)
  if (ctx.caller.via !== 'bearer') await beginAnew(ctx, reply)
}

export async function revokeSessions(ctx: Ctx, principalId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.principalId, principalId), isNull(sessions.revokedAt)))
}

export async function beginAnew(ctx: Ctx, reply: FastifyReply): Promise<void> {
  clearSessionCookies(reply, ctx.config)
  const { row, anonymousId } = await admitVisitor(ctx, undefined)
  const now = ctx.clock.now()
  setVisitorCookies(reply, ctx.config, { principalId: row.id, anonymousId, now })
}
