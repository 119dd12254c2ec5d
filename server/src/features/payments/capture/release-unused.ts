import type { TxCtx } from '../../../ctx.ts'
import type { PaymentRow } from '../tables.ts'
import type { Gone } from './find-gone.ts'
import { releaseTask, requestRelease } from './request-release.ts'

/** Requests the release of an authorisation without a run or for a proof, or the expiry of an open checkout. */
export async function releaseUnused(tx: TxCtx, payment: PaymentRow, by: Gone): Promise<void> {
  const { state, jobId } = payment
  if (state === 'delivered' || (state === 'authorized' && !jobId)) {
    await requestRelease(tx, payment, by)
  }
  if (payment.state !== 'created' || !payment.sessionId) return
  await tx.queue.send(tx, releaseTask, { paymentId: payment.id }, { singletonKey: payment.id })
}
