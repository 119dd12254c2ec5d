import type { Ctx } from '../../ctx.ts'
import { findPrincipalRow } from './queries.ts'
import { toPrincipal } from './to-principal.ts'

/** A context in which the server acts for a person, as for the owner of a workflow; undefined where that person may do nothing. */
export async function actFor(ctx: Ctx, principalId: string): Promise<Ctx | undefined> {
  const row = await findPrincipalRow(ctx, principalId)
  if (!row || row.deletedAt || row.bannedAt || row.claimedBy) return undefined
  return { ...ctx, caller: { ...ctx.caller, principal: toPrincipal(row, ctx.config) } }
}
