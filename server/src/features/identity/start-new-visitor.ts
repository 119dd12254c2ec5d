import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { admitVisitor } from './admit-visitor.ts'
import { clearSessionCookies, setVisitorCookies } from './cookies.ts'

export async function startNewVisitor(ctx: Ctx, reply: FastifyReply): Promise<void> {
  clearSessionCookies(reply, ctx.config)
  const { row, anonymousId } = await admitVisitor(ctx, undefined)
  const now = ctx.clock.now()
  setVisitorCookies(reply, ctx.config, { principalId: row.id, anonymousId, now })
}
