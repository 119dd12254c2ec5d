import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import type { GatewayRefund } from '../../../providers/payments/spec.ts'
import { type PaymentRow, paymentRefunds, type RefundRow } from '../../../schema/payments.ts'
import { post } from '../../ledger/index.ts'
import { moneyEvents } from '../events.ts'
import { notifyOfFailedRefund, notifyOfRefund } from '../notices.ts'
import { recordEvent } from '../payment.ts'
import { isCounted, laterRefund } from './rules.ts'

/** Takes over the states of the gateway's refunds; answers the refunded sum. */
export async function settleRefunds(
  tx: TxCtx,
  payment: PaymentRow,
  refunds: GatewayRefund[],
): Promise<number> {
  const rows = await tx.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payment.id))
  for (const refund of refunds) {
    const known =
      rows.find((row) => row.gatewayRefundId === refund.id) ??
      rows.find((row) => row.id === refund.refundId && row.gatewayRefundId === null)
    const row = known ?? (await adoptRefund(tx, payment, refund))
    if (!known) rows.push(row)
    await moveRefund(tx, payment, row, refund)
  }
  return rows.reduce((sum, row) => sum + (isCounted(row.state) ? row.amount : 0), 0)
}

/** Adopts a refund made at the gateway's own desk. */
async function adoptRefund(
  tx: TxCtx,
  payment: PaymentRow,
  refund: GatewayRefund,
): Promise<RefundRow> {
  const [row] = await tx.db
    .insert(paymentRefunds)
    .values({
      id: newId(),
      paymentId: payment.id,
      gatewayRefundId: refund.id,
      amount: refund.amount,
      state: 'requested',
      reason: 'made at the gateway',
      by: 'gateway',
      createdAt: tx.clock.now(),
    })
    .returning()
  if (!row) throw new Error('the refund was not written')
  return row
}

async function moveRefund(
  tx: TxCtx,
  payment: PaymentRow,
  row: RefundRow,
  refund: GatewayRefund,
): Promise<void> {
  const state = laterRefund(row.state, refund.state)
  if (state === row.state && row.gatewayRefundId === refund.id) return
  const posting = {
    paymentId: row.paymentId,
    refundId: row.id,
    amount: row.amount,
    occurredAt: tx.clock.now(),
  }
  if (isCounted(state) && !isCounted(row.state)) {
    await post(tx, 'refund', posting)
    await notifyOfRefund(tx, payment, row)
    await moneyEvents.refunded.emit(tx, { paymentId: payment.id, refundId: row.id })
  }
  if (state === 'failed' && row.state !== 'failed') {
    const reason = 'The bank sent the refund back.'
    await notifyOfFailedRefund(tx, payment, row, reason)
    if (isCounted(row.state)) await post(tx, 'refund_failed', posting)
    await moneyEvents.refundFailed.emit(tx, { paymentId: payment.id, refundId: row.id, reason })
  }
  await tx.db
    .update(paymentRefunds)
    .set({ state, gatewayRefundId: refund.id })
    .where(eq(paymentRefunds.id, row.id))
  if (state !== row.state) {
    await recordEvent(tx, row.paymentId, `refund.${state}`, { amount: row.amount, refund: row.id })
  }
  row.state = state
  row.gatewayRefundId = refund.id
}
