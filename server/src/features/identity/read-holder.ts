import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { readAnonymousCookie, readSessionCookie } from './cookies.ts'
import { hashAnonymousId } from './hash-anonymous-id.ts'

/** The hash by which the database knows the holder of a browser's cookie. */
export type Holder = { session: string } | { visitor: string }

/** Reads the cookie without asking the database; `findHolders` finds the principal later. */
export function readHolder(
  config: Pick<Ctx['config'], 'secret' | 'secure'>,
  request: Pick<FastifyRequest, 'headers'>,
): Holder | undefined {
  const token = readSessionCookie(request)
  if (token) return { session: hashSecret(token) }
  const anonymousId = readAnonymousCookie(config, request)
  return anonymousId ? { visitor: hashAnonymousId(anonymousId) } : undefined
}
