import type { Ctx } from '../../ctx.ts'
import { findPrincipalRow } from './queries.ts'
import { HOUSE_ISSUER } from './rules.ts'
import { toPrincipal } from './to-principal.ts'

/** True for creators approved by an admin, for admins, and for the operator's own creators. */
export async function isApprovedCreator(ctx: Ctx, principalId: string): Promise<boolean> {
  const row = await findPrincipalRow(ctx, principalId)
  if (!row) return false
  const { approvedCreator, admin } = toPrincipal(row, ctx.config)
  return approvedCreator || admin || row.issuer === HOUSE_ISSUER
}
