import type { AdminDisputeView } from '@vignette/contract/disputes.ts'
import type { Ctx } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { getDispute } from './get-dispute.ts'
import { getDisputed } from './queries.ts'
import { requestEvidence } from './request-evidence.ts'

/** Requests that the evidence is sent; the operator's button calls this. */
export async function sendEvidence(ctx: Ctx, disputeId: string): Promise<AdminDisputeView> {
  const admin = requireAdmin(ctx)
  const { dispute } = await getDisputed(ctx, disputeId)
  await requestEvidence(ctx, disputeId, (tx) =>
    writeAudit(tx, {
      actorId: admin.id,
      action: 'send_evidence',
      subjectType: 'payment',
      subjectId: dispute.paymentId,
      note: disputeId,
    }),
  )
  return getDispute(ctx, disputeId)
}
