import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { requireStaff, setApprovedCreator } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { writeAudit } from './audit-log.ts'

export async function approveCreator(ctx: Ctx, id: string, approved: boolean): Promise<void> {
  const actorId = requireStaff(ctx, 'approveCreator')
  await inTransaction(ctx, async (tx) => {
    const outcome = await setApprovedCreator(tx, id, approved)
    if (outcome) {
      const kind = outcome === 'approved' ? 'creator_approved' : 'creator_declined'
      // Each decision gets a new id, since a notice about a subject is told only once.
      await notify(tx, { to: id, kind, subjectId: newId(), facts: {} })
    }
    await writeAudit(tx, {
      actorId,
      action: approved ? 'approve_creator' : 'withdraw_approval',
      subjectType: 'user',
      subjectId: id,
    })
  })
}
