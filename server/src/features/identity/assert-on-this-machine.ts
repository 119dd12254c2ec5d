import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isOnThisMachine } from '../../platform/http/is-on-this-machine.ts'

/** Each caller may sign in under any address here, so only this machine has access. */
export function assertOnThisMachine(
  ctx: Pick<Ctx, 'config'>,
  request: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>,
): void {
  const { signIn, TRUST_PROXY } = ctx.config
  if (signIn !== 'development' || !isOnThisMachine(request, TRUST_PROXY)) {
    throw new AppError('forbidden', 'The development identity works on this machine alone.')
  }
}
