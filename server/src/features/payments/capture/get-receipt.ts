import type { ReceiptView } from '@vignette/contract/payments.ts'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { requireVisitor } from '../../identity/index.ts'
import { divideSale } from '../divide-sale.ts'
import { listGivenBack } from '../list-given-back.ts'
import { nameTax } from '../name-tax.ts'
import { paymentPorts } from '../ports.ts'
import { endedAt, referenceOf } from '../rules.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { viewPayment } from '../view-payment.ts'

/** The receipt for the buyer only; a stranger and a free creation get none. */
export async function getReceipt(
  ctx: Ctx,
  creationId: string,
): Promise<{ receipt: ReceiptView | null; creation_id: string | null }> {
  const buyer = requireVisitor(ctx)
  const find = async (subject: SQL) => {
    const bought = and(subject, eq(payments.buyerId, buyer.id))
    const [payment] = await ctx.db.select().from(payments).where(bought)
    return payment
  }
  let payment = await find(eq(payments.creationId, creationId))
  if (!payment) {
    // A payment no longer names a proof that was declined; the run that drew the proof still names
    // its payment.
    const paidBy = await paymentPorts.paymentOfRun.ask(ctx, { creationId })
    if (paidBy) payment = await find(eq(payments.id, paidBy))
  }
  if (!payment) return { receipt: null, creation_id: null }
  const receipt = viewReceipt(payment, await listGivenBack(ctx, payment.id))
  return { receipt, creation_id: payment.creationId }
}

export function viewReceipt(payment: PaymentRow, refunds: ReceiptView['refunds']): ReceiptView {
  const { refunded, disputed, lost, sharePercent } = payment
  const shares = divideSale(payment)
  return {
    ...viewPayment(payment),
    workflow_name: payment.workflowName,
    license: payment.license,
    authorized_at: payment.authorizedAt?.toISOString() ?? null,
    captured_at: payment.capturedAt?.toISOString() ?? null,
    ended_at: endedAt(payment)?.toISOString() ?? null,
    reference: referenceOf(payment),
    refunded,
    disputed,
    lost,
    tax: shares.tax,
    tax_name: nameTax(payment.taxes),
    creator_share: shares.creator,
    platform_share: shares.platform,
    creator_share_percent: sharePercent,
    refunds,
    test_mode: payment.testMode,
  }
}
