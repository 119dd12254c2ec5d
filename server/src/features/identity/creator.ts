import type { UserView } from '@vignette/contract/identity.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { principals } from '../../schema/identity.ts'
import { termsOf } from '../../shop.ts'
import { lockActing, requireActiveUser, requireStaff } from './caller.ts'
import { findPrincipalRow, toPrincipal } from './principal.ts'
import { HOUSE_ISSUER } from './rules.ts'
import { viewSelf } from './user.ts'
import { assertManySellers } from './waitlist.ts'

/** True for creators approved by an admin, for admins, and for the operator's own creators. */
export async function isApprovedCreator(ctx: Ctx, principalId: string): Promise<boolean> {
  const row = await findPrincipalRow(ctx, principalId)
  if (!row) return false
  const { approvedCreator, admin } = toPrincipal(row, ctx.config)
  return approvedCreator || admin || row.issuer === HOUSE_ISSUER
}

/** Answers what the creator learns by it: nothing of a decision that was made before. */
export async function setApprovedCreator(
  ctx: Ctx,
  principalId: string,
  approved: boolean,
): Promise<'approved' | 'declined' | undefined> {
  requireStaff(ctx, 'approveCreator')
  return inTransaction(ctx, async (tx) => {
    const row = await lockActing(tx, principalId, 'no key update')
    if (!row || row.id !== principalId || row.deletedAt) {
      throw new AppError('not_found', 'There is no such user.')
    }
    await tx.db
      .update(principals)
      .set({
        approvedCreatorAt: approved ? (row.approvedCreatorAt ?? tx.clock.now()) : null,
        askedApprovalAt: null,
      })
      .where(eq(principals.id, principalId))
    if (row.approvedCreatorAt) return undefined
    return approved ? 'approved' : row.askedApprovalAt ? 'declined' : undefined
  })
}

/** The version of the creator terms that the owner accepted last. */
export async function findAcceptedTerms(
  ctx: Pick<Ctx, 'db'>,
  ownerId: string,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ version: principals.creatorTerms })
    .from(principals)
    .where(eq(principals.id, ownerId))
  return row?.version ?? null
}

/** Whether the owner, whose row is locked, has accepted today's creator terms; records an acceptance. */
export async function acceptCreatorTerms(
  tx: TxCtx,
  { ownerId, accepts }: { ownerId: string; accepts: string | undefined },
): Promise<boolean> {
  const { creators } = termsOf(tx)
  if ((await findAcceptedTerms(tx, ownerId)) === creators) return true
  if (accepts !== creators) return false
  await tx.db
    .update(principals)
    .set({ creatorTerms: accepts, creatorTermsAt: tx.clock.now() })
    .where(eq(principals.id, ownerId))
  return true
}

/** Asking again keeps the place in the line; who is approved asks for nothing. */
export async function askForApproval(ctx: Ctx): Promise<UserView> {
  assertManySellers(ctx)
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
