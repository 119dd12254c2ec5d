import type { PublicUser, UserView } from '@vignette/contract/identity.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId, findPrincipalRow } from './queries.ts'
import { requireUser } from './require-caller.ts'
import { publicHandle } from './rules.ts'
import type { PrincipalRow } from './tables.ts'

async function countFor(ctx: Ctx, principalId: string, own: boolean) {
  return inTransaction(ctx, async (tx) => {
    const counts = { creations: 0, workflows: 0 }
    for (const count of tx.hooks.profileCounted) {
      Object.assign(counts, await count(tx, { principalId, own }))
    }
    return counts
  })
}

async function viewSelf(ctx: Ctx, row: PrincipalRow): Promise<UserView> {
  const counts = await countFor(ctx, row.id, true)
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
      ...(ctx.caller.principal?.admin ? (['admin'] as const) : []),
    ],
    created_at: row.createdAt.toISOString(),
    counts,
  }
}

export async function viewMe(ctx: Ctx): Promise<UserView> {
  const user = requireUser(ctx)
  const row = await findPrincipalRow(ctx, user.id)
  if (!row || row.deletedAt) throw new AppError('unauthenticated', 'Sign in to do this.')
  return viewSelf(ctx, row)
}

/** Oneself in full; of others only what is public. */
export async function viewUser(ctx: Ctx, id: string): Promise<UserView | PublicUser> {
  const row = await findByAnyId(ctx, id)
  if (!row || row.deletedAt) throw new AppError('not_found', 'There is no such user.')
  const own = row.id === ctx.caller.principal?.id
  if (own && row.kind === 'user') return viewSelf(ctx, row)
  return {
    id: row.id,
    username: row.username,
    handle: publicHandle(row),
    picture: row.picture,
    counts: await countFor(ctx, row.id, own),
  }
}
