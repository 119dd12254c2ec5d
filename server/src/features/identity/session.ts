import { DEFAULT_TOKEN_DAYS, type Scope } from '@vignette/contract/account-limits.ts'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type PrincipalRow, principals, type SessionRow, sessions } from '../../schema/identity.ts'
import { requireUser } from './caller.ts'
import { DEVELOPMENT_ISSUER, SESSION_DAYS, SESSION_IDLE_DAYS } from './rules.ts'
import { startNewVisitor } from './visitor.ts'

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

/** The token is shown once; the row stores its hash. */
export async function createSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  input: {
    principalId: string
    kind: SessionRow['kind']
    label: string
    provenAt?: Date | null
    /** Of a token. */
    days?: number
    scopes?: Scope[]
    origins?: string[]
  },
): Promise<{ token: string; row: SessionRow }> {
  const token = newSecret()
  const now = ctx.clock.now()
  const days = input.kind === 'browser' ? SESSION_DAYS : (input.days ?? DEFAULT_TOKEN_DAYS)
  const [row] = await ctx.db
    .insert(sessions)
    .values({
      id: newId(),
      principalId: input.principalId,
      kind: input.kind,
      tokenHash: hashSecret(token),
      label: input.label,
      scopes: input.scopes ?? null,
      origins: input.origins?.length ? input.origins : null,
      createdAt: now,
      provenAt: input.provenAt ?? null,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + days * 86_400_000),
    })
    .returning()
  if (!row) throw new Error('an inserted session was not returned')
  return { token, row }
}

export async function listSessions(ctx: Ctx, cursor?: string) {
  const user = requireUser(ctx)
  const list = {
    name: ['sessions', user.id],
    columns: [sessions.lastSeenAt, sessions.id],
    descending: true,
  }
  const page = { limit: 200, offset: 0, cursor }
  const { rows, next_cursor } = await readPage(ctx.config, list, page, (at) =>
    ctx.db
      .select({ row: sessions, key: at.key })
      .from(sessions)
      .where(and(isLivingOf(ctx, user.id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    sessions: rows.map(({ row }) => viewSession(row, ctx.caller.sessionId)),
    next_cursor,
  }
}

function viewSession(row: SessionRow, currentId: string | null) {
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    current: row.id === currentId,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}

export async function revokeSession(ctx: Ctx, id: string, reply: FastifyReply): Promise<void> {
  const user = requireUser(ctx)
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.id, id), isLivingOf(ctx, user.id)))
    .returning({ id: sessions.id })
  if (revoked.length === 0) throw new AppError('not_found', 'You have no such session.')
  if (id === ctx.caller.sessionId && ctx.caller.via === 'cookie') await startNewVisitor(ctx, reply)
}

export async function revokeSessions(ctx: Ctx, principalId: string): Promise<number> {
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.principalId, principalId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return revoked.length
}

/** Ends this session; the browser continues as a new visitor without a link to the old one. */
export async function logout(ctx: Ctx, reply: FastifyReply): Promise<void> {
  if (ctx.caller.sessionId) {
    await ctx.db
      .update(sessions)
      .set({ revokedAt: ctx.clock.now() })
      .where(and(eq(sessions.id, ctx.caller.sessionId), isNull(sessions.revokedAt)))
  }
  if (ctx.caller.via !== 'bearer') await startNewVisitor(ctx, reply)
}

export async function logoutEverywhere(ctx: Ctx, reply: FastifyReply): Promise<void> {
  await revokeSessions(ctx, requireUser(ctx).id)
  if (ctx.caller.via !== 'bearer') await startNewVisitor(ctx, reply)
}

export const sweepSessions = defineTask({
  name: 'identity.sweep-sessions',
  retryLimit: 2,
  cron: '41 4 * * *',
  run: runSweepSessions,
})

/** Deletes sessions and tokens that ended at least a day ago. */
async function runSweepSessions(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, 24)
  await ctx.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)))
}
