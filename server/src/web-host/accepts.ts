import type { FastifyRequest } from 'fastify'

export function acceptsBrotli(request: FastifyRequest): boolean {
  return /(?:^|[,\s])br(?:$|[,\s;](?!\s*q=0(?:\.0*)?(?:$|,)))/.test(
    String(request.headers['accept-encoding'] ?? ''),
  )
}
