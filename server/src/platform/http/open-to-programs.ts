import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a program reads besides the body. */
const EXPOSED =
  'content-disposition, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id'

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'accept, authorization, content-type, idempotency-key, mcp-method, mcp-name, mcp-protocol-version',
  'access-control-max-age': '7200',
  'cache-control': 'no-store',
}

/** Whether the call names a token and brings no cookie. */
export function isProgram({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.cookie === undefined && /^Bearer /i.test(headers.authorization ?? '')
}

/**
 * A program in a browser reads the answer from a page of any site: what it may see its token
 * decides. Never with credentials, so no cookie of a visitor opens anything to such a page.
 */
export function openToPrograms(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
  })
}

/** Whether a browser asks if a page of another site may call with a token. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    /\bauthorization\b/i.test(headers['access-control-request-headers'] ?? '')
  )
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(PREFLIGHT).send()
}
