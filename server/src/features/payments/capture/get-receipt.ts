import type { ReceiptView } from '@vignette/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { requireVisitor } from '../../identity/index.ts'
import { divideSale } from '../divide-sale.ts'
import { listGivenBack } from '../list-given-back.ts'
import { nameTax } from '../name-tax.ts'
import { endedAt, referenceOf } from '../rules.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { viewPayment } from '../view-payment.ts'

/** The receipt for the buyer only; a stranger and a free creation get none. */
export async function getReceipt(
  ctx: Ctx,
  creationId: string,
): Promise<{ receipt: ReceiptView | null }> {
  const buyer = requireVisitor(ctx)
  const [payment] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.creationId, creationId), eq(payments.buyerId, buyer.id)))
  return { receipt: payment ? viewReceipt(payment, await listGivenBack(ctx, payment.id)) : null }
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
