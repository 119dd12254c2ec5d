import type { ReceiptView } from '@vignette/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { requireVisitor } from '../../identity/index.ts'
import { owedCents, remainingCents } from '../../ledger/index.ts'
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
  return { receipt: payment ? viewReceipt(payment) : null }
}

export function viewReceipt(payment: PaymentRow): ReceiptView {
  const { refunded, disputed, lost, sharePercent } = payment
  // Before the capture the receipt shows how the price will be divided.
  const captured = payment.state === 'captured' ? payment.captured : payment.amount
  const sale = { captured, refunded, disputed, sharePercent }
  const creatorShare = payment.state === 'capture_failed' ? 0 : owedCents(sale)
  const rest = payment.state === 'capture_failed' ? 0 : remainingCents(sale) - creatorShare
  return {
    ...viewPayment(payment),
    workflow_name: payment.workflowName,
    license: payment.license,
    authorized_at: payment.authorizedAt?.toISOString() ?? null,
    captured_at: payment.capturedAt?.toISOString() ?? null,
    refunded,
    disputed,
    lost,
    creator_share: creatorShare,
    platform_share: rest,
    creator_share_percent: sharePercent,
    test_mode: payment.testMode,
  }
}
