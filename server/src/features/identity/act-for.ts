import type { Ctx } from '../../ctx.ts'
import { findPrincipalRow } from './queries.ts'
import { toPrincipal } from './to-principal.ts'

/**
 * A context in which the server acts for a person, such as a workflow's owner; undefined where that
 * person is deleted, banned or claimed.
 */
export async function actFor(ctx: Ctx, principalId: string): Promise<Ctx | undefined> {
  const row = await findPrincipalRow(ctx, principalId)
  if (!row || row.deletedAt || row.bannedAt || row.claimedBy) return undefined
  return { ...ctx, caller: { ...ctx.caller, principal: toPrincipal(row, ctx.config) } }
}
