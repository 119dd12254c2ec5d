import { type Ctx, inTransaction } from '../../ctx.ts'
import { requireAdmin, setApprovedCreator } from '../identity/index.ts'
import { writeAudit } from './write-audit.ts'

export async function approveCreator(ctx: Ctx, id: string, approved: boolean): Promise<void> {
  const admin = requireAdmin(ctx)
  await inTransaction(ctx, async (tx) => {
    await setApprovedCreator(tx, id, approved)
    await writeAudit(tx, {
      actorId: admin.id,
      action: approved ? 'approve_creator' : 'withdraw_approval',
      subjectType: 'user',
      subjectId: id,
    })
  })
}
