import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * Whether a request comes from this machine and under a loopback host name, which stops DNS
 * rebinding by a foreign site.
 */
export function isOnThisMachine(
  request: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>,
  trustProxy: number,
): boolean {
  const { headers } = request
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  // Behind a proxy that is not configured, every client would look local.
  if (trustProxy === 0 && forwarded !== undefined) return false
  return isLoopback(request.ip) && isLoopback(request.host.replace(/:\d+$/, ''))
}
