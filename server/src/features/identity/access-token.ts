import type { Scope } from '@vignette/contract/account-limits.ts'
import type { createAccessToken as contract } from '@vignette/contract/identity.ts'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Caller, type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type SessionRow, sessions } from '../../schema/identity.ts'
import { lockCaller, requireActiveUser, requireUser } from './caller.ts'
import { createSession, isLivingOf } from './session.ts'

const MOST_TOKENS = 50

/** The token is in this answer alone; the row keeps its hash. */
export async function createAccessToken(ctx: Ctx, input: z.output<typeof contract.body>) {
  requireActiveUser(ctx)
  return inTransaction(ctx, async (tx) => {
    // Serialised, so that ten simultaneous requests do not all find room for the last token.
    const { owner: user } = await lockCaller(tx, 'no key update')
    await assertRoom(tx, user.id)
    const { label, days, origins } = input
    const scopes = [...new Set(input.scopes)]
    const made = await createSession(tx, {
      principalId: user.id,
      kind: 'token',
      label,
      days,
      scopes,
      origins,
    })
    return { token: made.token, ...viewToken(made.row) }
  })
}

async function assertRoom(ctx: Ctx, principalId: string): Promise<void> {
  const [counted] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(sessions)
    .where(isTokenOf(ctx, principalId))
  if ((counted?.count ?? 0) < MOST_TOKENS) return
  throw new AppError('conflict', `You have ${MOST_TOKENS} access tokens. Revoke one first.`)
}

/** Before an assistant is let in. */
export async function assertRoomForToken(ctx: Ctx): Promise<void> {
  await assertRoom(ctx, requireActiveUser(ctx).id)
}

/** A token that an assistant got by OAuth: an access token like others, for one resource alone. */
export async function keepGrantedToken(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  granted: Pick<SessionRow, 'principalId' | 'label' | 'audience' | 'grantId' | 'expiresAt'> & {
    token: string
    scopes: Scope[]
  },
): Promise<void> {
  const { token, ...row } = granted
  const now = ctx.clock.now()
  await ctx.db.insert(sessions).values({
    ...row,
    id: newId(),
    kind: 'token',
    tokenHash: hashSecret(token),
    createdAt: now,
    lastSeenAt: now,
  })
}

/** A code that comes a second time ends what it gave the first time. */
export async function endGrantedTokens(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  grantId: string,
): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.grantId, grantId), isNull(sessions.revokedAt)))
}

export async function listAccessTokens(ctx: Ctx, cursor?: string) {
  const user = requireUser(ctx)
  const list = {
    name: ['tokens', user.id],
    columns: [sessions.lastSeenAt, sessions.id],
    descending: true,
  }
  const page = { limit: MOST_TOKENS, offset: 0, cursor }
  const { rows, next_cursor } = await readPage(ctx.config, list, page, (at) =>
    ctx.db
      .select({ row: sessions, key: at.key })
      .from(sessions)
      .where(and(isTokenOf(ctx, user.id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { items: rows.map(({ row }) => viewToken(row)), next_cursor }
}

export async function revokeAccessToken(ctx: Ctx, id: string): Promise<void> {
  const user = requireUser(ctx)
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.id, id), isTokenOf(ctx, user.id)))
    .returning({ id: sessions.id })
  if (revoked.length === 0) throw new AppError('not_found', 'You have no such token.')
}

function isTokenOf(ctx: Ctx, principalId: string) {
  return and(isLivingOf(ctx, principalId), eq(sessions.kind, 'token'))
}

function viewToken(row: SessionRow) {
  return {
    id: row.id,
    label: row.label,
    scopes: row.scopes,
    origins: row.origins ?? [],
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastAddress === null ? null : row.lastSeenAt.toISOString(),
    last_address: row.lastAddress,
  }
}

const MINUTE = 1 / 60

/** Notes the last use and its address, at most once a minute, so that most calls write nothing. */
export async function noteUse(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  token: SessionRow,
  address: string,
): Promise<void> {
  const before = hoursAgo(ctx, MINUTE)
  if (token.lastAddress !== null && token.lastSeenAt > before) return
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.clock.now(), lastAddress: address })
    .where(
      and(
        eq(sessions.id, token.id),
        token.lastAddress === null ? undefined : lt(sessions.lastSeenAt, before),
      ),
    )
}

/** Whether the caller may do what needs this scope: each browser, and a token that was made for it. */
export function isMadeFor({ scopes }: Pick<Caller, 'scopes'>, scope: Scope | 'any'): boolean {
  return !scopes || scope === 'any' || scopes.includes(scope)
}
