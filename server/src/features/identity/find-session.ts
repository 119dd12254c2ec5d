import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { DEVELOPMENT_ISSUER, SESSION_IDLE_DAYS } from './rules.ts'
import { type PrincipalRow, principals, type SessionRow, sessions } from './tables.ts'

/**
 * A session that is neither revoked nor expired; a browser that was away too long must sign in
 * again.
 */
function isLiving(ctx: Pick<Ctx, 'clock'>) {
  return and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, ctx.clock.now()),
    or(eq(sessions.kind, 'token'), gt(sessions.lastSeenAt, hoursAgo(ctx, SESSION_IDLE_DAYS * 24))),
  )
}

/** A live session and its principal. The kind is checked, so that a session token is no access token and vice versa. */
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
        isLiving(ctx),
        isNull(principals.deletedAt),
      ),
    )
  // A development session must not stay valid once real sign-in is configured.
  if (found?.principal.issuer === DEVELOPMENT_ISSUER && ctx.config.signIn !== 'development') {
    return undefined
  }
  return found
}

export function isLivingOf(ctx: Ctx, principalId: string) {
  return and(eq(sessions.principalId, principalId), isLiving(ctx))
}
