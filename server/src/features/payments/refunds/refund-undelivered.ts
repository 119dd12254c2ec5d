import type { TxCtx } from '../../../ctx.ts'
import { listDisputes } from '../disputes/queries.ts'
import type { PaymentRow } from '../tables.ts'
import { listRefunds } from './queries.ts'
import { requestRefund } from './request-refund.ts'
import { refundableCents } from './rules.ts'

/** How often a refused or returned refund is requested again before a person must look. */
const AT_MOST = 10

/** Refunds money captured without a delivery in full, without a request by the buyer. */
export async function refundUndelivered(tx: TxCtx, payment: PaymentRow): Promise<void> {
  const refunds = await listRefunds(tx, payment.id)
  const left = refundableCents(payment.captured, refunds, await listDisputes(tx, payment.id))
  if (left === 0 || refunds.length >= AT_MOST) return
  tx.log.error(
    { paymentId: payment.id, amount: left },
    'money was captured at the gateway though nothing was delivered: it is refunded',
  )
  await requestRefund(tx, payment, left, 'captured without a delivery', { by: 'rule' })
}
