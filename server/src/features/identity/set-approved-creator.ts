import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findPrincipalRow } from './queries.ts'
import { requireAdmin } from './require-admin.ts'
import { principals } from './tables.ts'

/** Answers whether the creator was not approved until now. */
export async function setApprovedCreator(
  ctx: Ctx,
  principalId: string,
  approved: boolean,
): Promise<boolean> {
  requireAdmin(ctx)
  return inTransaction(ctx, async (tx) => {
    const row = await findPrincipalRow(tx, principalId)
    if (!row || row.deletedAt || row.claimedBy) {
      throw new AppError('not_found', 'There is no such user.')
    }
    await tx.db
      .update(principals)
      .set({
        approvedCreatorAt: approved ? (row.approvedCreatorAt ?? tx.clock.now()) : null,
        askedApprovalAt: null,
      })
      .where(eq(principals.id, principalId))
    return approved && row.approvedCreatorAt === null
  })
}
