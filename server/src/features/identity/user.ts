import type { PublicUser, UserView } from '@vignette/contract/identity.ts'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { type Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { hoursAgo } from '../../platform/time.ts'
import { creations } from '../../schema/creations.ts'
import { type PrincipalRow, sessions } from '../../schema/identity.ts'
import { workflows } from '../../schema/workflows.ts'
import { requireUser } from './caller.ts'
import { identityPorts } from './ports.ts'
import { findByAnyId, findPrincipalRow } from './principal.ts'
import { publicHandle } from './rules.ts'

export async function getMe(ctx: Ctx): Promise<UserView> {
  const user = requireUser(ctx)
  const row = await findPrincipalRow(ctx, user.id)
  if (!row || row.deletedAt) throw new AppError('unauthenticated', 'Sign in to do this.')
  return viewSelf(ctx, row)
}

export async function getAuthMe(ctx: Ctx): Promise<UserView> {
  await touchSession(ctx)
  return getMe(ctx)
}

/** Writes the session's last use at most once an hour, so that most reads cause no write. */
async function touchSession(ctx: Ctx): Promise<void> {
  if (!ctx.caller.sessionId) return
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.clock.now() })
    .where(and(eq(sessions.id, ctx.caller.sessionId), lt(sessions.lastSeenAt, hoursAgo(ctx, 1))))
}

/** The caller's own profile in full; of another person's profile the public part. */
export async function getUser(ctx: Ctx, id: string): Promise<UserView | PublicUser> {
  const row = await findByAnyId(ctx, id)
  if (!row || row.deletedAt) throw new AppError('not_found', 'There is no such user.')
  const own = row.id === ctx.caller.principal?.id
  if (own && row.kind === 'user') return viewSelf(ctx, row)
  return {
    id: row.id,
    username: row.username,
    handle: publicHandle(row),
    picture: row.picture,
    counts: await countProfile(ctx, row.id, own),
  }
}

export async function viewSelf(ctx: Ctx, row: PrincipalRow): Promise<UserView> {
  const counts = await countProfile(ctx, row.id, true)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    picture: row.picture,
    handle: publicHandle(row),
    roles: [
      'user',
      ...(counts.workflows > 0 ? (['creator'] as const) : []),
      ...(row.approvedCreatorAt ? (['approved_creator'] as const) : []),
      ...(ctx.caller.principal?.admin ? (['admin'] as const) : (ctx.caller.principal?.roles ?? [])),
    ],
    created_at: row.createdAt.toISOString(),
    creator_terms: row.creatorTerms,
    asked_approval_at: row.askedApprovalAt?.toISOString() ?? null,
    counts,
  }
}

async function countProfile(ctx: Ctx, principalId: string, own: boolean) {
  const made = await ctx.db.$count(
    creations,
    and(
      eq(creations.ownerId, principalId),
      isNotNull(creations.deliveredAt),
      isNull(creations.deletedAt),
      ...(own ? [] : [eq(creations.public, true), isNull(creations.hiddenAt)]),
    ),
  )
  const published = await ctx.db.$count(
    workflows,
    and(
      eq(workflows.ownerId, principalId),
      isNull(workflows.deletedAt),
      ...(own
        ? []
        : [
            isNull(workflows.hiddenAt),
            eq(workflows.waiting, false),
            eq(workflows.state, 'listed'),
          ]),
    ),
  )
  const unread = own ? await identityPorts.unreadNotices.ask(ctx, { principalId }) : 0
  return { creations: made, workflows: published, unread_notices: unread }
}
