import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * Anybody may sign in as anybody here, so only this machine has access, and only under a loopback
 * host name: this stops DNS rebinding by a foreign site.
 */
export function assertOnThisMachine(
  ctx: Pick<Ctx, 'config'>,
  request: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>,
): void {
  const host = request.host.replace(/:\d+$/, '')
  const { headers } = request
  // Behind a proxy that is not configured, every client would look local.
  const unknownProxy =
    ctx.config.TRUST_PROXY === 0 &&
    (headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via) !== undefined
  if (
    unknownProxy ||
    ctx.config.signIn !== 'development' ||
    !isLoopback(request.ip) ||
    !isLoopback(host)
  ) {
    throw new AppError('forbidden', 'The development identity works on this machine alone.')
  }
}
