import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { requireAdmin, setApprovedCreator } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { writeAudit } from './audit-log.ts'

export async function approveCreator(ctx: Ctx, id: string, approved: boolean): Promise<void> {
  const actorId = requireAdmin(ctx)
  await inTransaction(ctx, async (tx) => {
    if (await setApprovedCreator(tx, id, approved)) {
      // Each approval gets a new id, since a notice about a subject is told only once.
      await notify(tx, { to: id, kind: 'creator_approved', subjectId: newId(), facts: {} })
    }
    await writeAudit(tx, {
      actorId,
      action: approved ? 'approve_creator' : 'withdraw_approval',
      subjectType: 'user',
      subjectId: id,
    })
  })
}
