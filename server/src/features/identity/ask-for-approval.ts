import type { UserView } from '@vignette/contract/identity.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'
import { requireActiveUser } from './caller.ts'
import { findPrincipalRow } from './principal.ts'
import { viewSelf } from './user.ts'

/** Asking again keeps the place in the line; who is approved asks for nothing. */
export async function askForApproval(ctx: Ctx): Promise<UserView> {
  const { id } = requireActiveUser(ctx)
  const asksNot = and(isNull(principals.askedApprovalAt), isNull(principals.approvedCreatorAt))
  await ctx.db
    .update(principals)
    .set({ askedApprovalAt: ctx.clock.now() })
    .where(and(eq(principals.id, id), isNull(principals.deletedAt), asksNot))
  const row = await findPrincipalRow(ctx, id)
  if (!row) throw new Error('the caller has no row')
  return viewSelf(ctx, row)
}
