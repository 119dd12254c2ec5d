import { inArray, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { principals, sessions } from '../../schema/identity.ts'
import { readAnonymousCookie, readSessionCookie } from './cookies.ts'
import { hashAnonymousId } from './principal.ts'

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

/** The principal's id of each holder; the account's id where the visitor was claimed. */
export async function findHolders(
  ctx: Pick<Ctx, 'db'>,
  holders: readonly Holder[],
): Promise<(holder: Holder) => string | undefined> {
  const signedIn = holders.flatMap((holder) => ('session' in holder ? holder.session : []))
  const anonymous = holders.flatMap((holder) => ('visitor' in holder ? holder.visitor : []))
  const known = new Map<string, string>()
  if (signedIn.length > 0) {
    const rows = await ctx.db
      .select({ hash: sessions.tokenHash, id: sessions.principalId })
      .from(sessions)
      .where(inArray(sessions.tokenHash, signedIn))
    for (const { hash, id } of rows) known.set(hash, id)
  }
  if (anonymous.length > 0) {
    const id = sql<string>`coalesce(${principals.claimedBy}, ${principals.id})`
    const rows = await ctx.db
      .select({ hash: principals.anonHash, id })
      .from(principals)
      .where(inArray(principals.anonHash, anonymous))
    for (const { hash, id } of rows) if (hash) known.set(hash, id)
  }
  return (holder) => known.get('session' in holder ? holder.session : holder.visitor)
}
