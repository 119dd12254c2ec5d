import { cardFeeCents } from '@vignette/contract/price-floor.ts'
import type { TxCtx } from '../../../ctx.ts'
import { requestRelease } from '../capture/request-release.ts'
import { changePayment } from '../change-payment.ts'
import { divideSale } from '../divide-sale.ts'
import { findPayment } from '../queries.ts'
import { recordEvent } from '../record-event.ts'
import type { PaymentRow } from '../tables.ts'

interface DetachJob {
  paymentId: string
  jobId: string
  outcome: string
  /** The operator's cost of this and all earlier runs on the payment. */
  spentCents: number
}

/**
 * After a run without a creation the authorisation may be used again, until its runs have cost the
 * operator more than a sale would leave. One failure at full cost always leaves another try.
 */
export async function detachJob(tx: TxCtx, use: DetachJob): Promise<void> {
  const payment = await findPayment(tx, use.paymentId)
  if (payment?.state !== 'authorized' || payment.jobId !== use.jobId) return
  const unused = await changePayment(tx, payment, {
    jobId: null,
    unusedSince: tx.clock.now(),
  })
  await recordEvent(tx, payment.id, 'payment.unused', { job: use.jobId, outcome: use.outcome })
  if (use.spentCents > keptCents(tx, payment)) await requestRelease(tx, unused, 'cost')
}

/** The platform's part of a sale after the tax, the creator's share and the card fee. */
function keptCents(tx: TxCtx, payment: PaymentRow): number {
  const fee = cardFeeCents(payment.amount, tx.gateway.fee)
  return Math.max(0, divideSale(payment).platform - fee)
}
