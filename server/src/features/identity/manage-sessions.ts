import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createSession } from './create-session.ts'
import { isLiving } from './find-session.ts'
import { lockCaller } from './lock-caller.ts'
import { beginAnew } from './logout.ts'
import { requireActiveUser, requireUser } from './require-caller.ts'
import { type SessionRow, sessions } from './tables.ts'

const MOST_TOKENS = 50

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

function living(ctx: Ctx, principalId: string) {
  return and(eq(sessions.principalId, principalId), isLiving(ctx))
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
      .where(and(living(ctx, user.id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    sessions: rows.map(({ row }) => viewSession(row, ctx.caller.sessionId)),
    next_cursor,
  }
}

export async function revokeSession(ctx: Ctx, id: string, reply: FastifyReply): Promise<void> {
  const user = requireUser(ctx)
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.id, id), living(ctx, user.id)))
    .returning({ id: sessions.id })
  if (revoked.length === 0) throw new AppError('not_found', 'You have no such session.')
  if (id === ctx.caller.sessionId && ctx.caller.via === 'cookie') await beginAnew(ctx, reply)
}

export async function createAccessToken(ctx: Ctx, label: string) {
  requireActiveUser(ctx)
  return inTransaction(ctx, async (tx) => {
    // One at a time, so that ten at once do not each find room for the last.
    const { owner: user } = await lockCaller(tx, 'no key update')
    const [held] = await tx.db
      .select({ count: sql<number>`count(*)::int` })
      .from(sessions)
      .where(and(living(tx, user.id), eq(sessions.kind, 'token')))
    if ((held?.count ?? 0) >= MOST_TOKENS) {
      throw new AppError('conflict', `You have ${MOST_TOKENS} access tokens. Revoke one first.`)
    }
    const made = await createSession(tx, { principalId: user.id, kind: 'token', label })
    return { access_token: made.token, session: viewSession(made.row, null) }
  })
}

/** Once an hour at most, so that reading costs no write. */
export async function touchSession(ctx: Ctx): Promise<void> {
  if (!ctx.caller.sessionId) return
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.clock.now() })
    .where(and(eq(sessions.id, ctx.caller.sessionId), lt(sessions.lastSeenAt, hoursAgo(ctx, 1))))
}
