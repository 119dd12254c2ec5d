import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { requireUser } from './require-user.ts'
import { revokeSessions } from './revoke-sessions.ts'
import { startNewVisitor } from './start-new-visitor.ts'

export async function logoutEverywhere(ctx: Ctx, reply: FastifyReply): Promise<void> {
  await revokeSessions(ctx, requireUser(ctx).id)
  if (ctx.caller.via !== 'bearer') await startNewVisitor(ctx, reply)
}
