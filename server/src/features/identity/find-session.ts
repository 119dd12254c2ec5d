import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { DEVELOPMENT_ISSUER } from './rules.ts'
import { type PrincipalRow, principals, type SessionRow, sessions } from './tables.ts'

/** A living session and whose it is. One kind never passes for the other. */
export async function findSession(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  token: string,
  kind: SessionRow['kind'],
): Promise<{ session: SessionRow; principal: PrincipalRow } | undefined> {
  if (token.length < 32 || token.length > 128) return undefined
  const [found] = await ctx.db
    .select({ session: sessions, principal: principals })
    .from(sessions)
    .innerJoin(principals, eq(principals.id, sessions.principalId))
    .where(
      and(
        eq(sessions.tokenHash, hashSecret(token)),
        eq(sessions.kind, kind),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, ctx.clock.now()),
        isNull(principals.deletedAt),
      ),
    )
  // Whoever tried the product on loopback must not stay signed in once real sign-in is set up.
  if (found?.principal.issuer === DEVELOPMENT_ISSUER && ctx.config.signIn !== 'development') {
    return undefined
  }
  return found
}
