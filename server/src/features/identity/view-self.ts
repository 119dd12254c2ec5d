import type { UserView } from '@vignette/contract/identity.ts'
import type { Ctx } from '../../ctx.ts'
import { countProfile } from './count-profile.ts'
import { publicHandle } from './rules.ts'
import type { PrincipalRow } from './tables.ts'

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
      ...(ctx.caller.principal?.admin ? (['admin'] as const) : []),
    ],
    created_at: row.createdAt.toISOString(),
    creator_terms: row.creatorTerms,
    asked_approval_at: row.askedApprovalAt?.toISOString() ?? null,
    counts,
  }
}
