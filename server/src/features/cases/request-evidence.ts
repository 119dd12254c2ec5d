import type { AdminDisputeView } from '@vignette/contract/disputes.ts'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { disputeEvidence, type EvidenceRow } from '../../schema/cases.ts'
import { requireStaff } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { findGateway, lockPayment } from '../payments/index.ts'
import { getDisputed } from './dispute.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { getDispute } from './list-disputes.ts'
import { whyNotSend } from './rules-evidence.ts'

export const evidenceTask = defineTask({
  name: 'evidence.send',
  data: z.object({ disputeId: z.string() }),
  retryLimit: 10,
})

/** Freezes the evidence as it is now; a queued task sends it. `also` joins the transaction. */
export async function requestEvidence(
  ctx: Ctx,
  disputeId: string,
  also: (tx: TxCtx) => Promise<void> = async () => undefined,
): Promise<EvidenceRow> {
  return inTransaction(ctx, async (tx) => {
    const { dispute: seen } = await getDisputed(tx, disputeId)
    const payment = await lockPayment(tx, seen.paymentId)
    const disputed = await getDisputed(tx, disputeId)
    const { dispute, sent } = disputed
    const refusal = whyNotSend(dispute, sent ?? undefined, tx.clock.now())
    if (refusal) throw new AppError('payment_state', refusal)
    if (!findGateway(tx, payment)) {
      throw new AppError(
        'payment_state',
        `This payment is in the book ${payment.book}, whose gateway this server has no keys for.`,
      )
    }
    const fresh = {
      state: 'requested' as const,
      texts: await gatherEvidence(tx, disputed),
      failure: null,
      keyNumber: (sent?.keyNumber ?? 0) + 1,
      requestedAt: tx.clock.now(),
      endedAt: null,
    }
    const [row] = await tx.db
      .insert(disputeEvidence)
      .values({ disputeId, ...fresh })
      .onConflictDoUpdate({ target: disputeEvidence.disputeId, set: fresh })
      .returning()
    if (!row) throw new Error('the evidence was not written')
    await also(tx)
    await tx.queue.send(tx, evidenceTask, { disputeId }, { singletonKey: disputeId })
    return row
  })
}

/** Requests that the evidence is sent; the operator's button calls this. */
export async function sendEvidence(ctx: Ctx, disputeId: string): Promise<AdminDisputeView> {
  const actorId = requireStaff(ctx, 'sendEvidence')
  const { dispute } = await getDisputed(ctx, disputeId)
  await requestEvidence(ctx, disputeId, (tx) =>
    writeAudit(tx, {
      actorId,
      action: 'send_evidence',
      subjectType: 'payment',
      subjectId: dispute.paymentId,
      note: disputeId,
    }),
  )
  return getDispute(ctx, disputeId)
}
