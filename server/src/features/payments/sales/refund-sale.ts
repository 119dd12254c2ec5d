import { REFUND_REASONS, type RefundReason } from '@vignette/contract/sale-words.ts'
import type { SaleView } from '@vignette/contract/sales.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import { type PaymentRow, payments, type RefundRow } from '../../../schema/payments.ts'
import { listOwners, lockCaller, requireVisitor } from '../../identity/index.ts'
import { listDisputes } from '../disputes/dispute.ts'
import { currentBook } from '../gateway.ts'
import { lockPayment } from '../payment.ts'
import { performRefund } from '../refunds/perform-refund.ts'
import { assertDebtBounded, assertRefundable, listRefunds } from '../refunds/refund.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { refundableCents } from '../refunds/rules.ts'
import { describeSales } from './describe-sales.ts'
import { findRefundRefusal } from './rules.ts'
import { whichSales } from './sale.ts'

export interface RefundSale {
  paymentId: string
  /** Absent for the whole rest. */
  amount?: number | undefined
  reason: RefundReason
  note: string
}

/** A creator's refund of a sale: the request is recorded first, and sent at once where the gateway answers. */
export async function refundSale(ctx: Ctx, want: RefundSale): Promise<SaleView> {
  const refund = await inTransaction(ctx, async (tx) => {
    // Alone, because each of a creator's refunds counts in the debt of the next.
    const { owner } = await lockCaller(tx, 'no key update')
    const payment = await lockPayment(tx, want.paymentId)
    if (!(await isSaleOf(tx, owner.id, payment))) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    const refunds = await listRefunds(tx, payment.id)
    // A retry after a crash of the server finds the refund of its first try.
    const asked = tx.requestKey && refunds.find(({ requestKey }) => requestKey === tx.requestKey)
    if (asked) return asked
    await assertCreatorMayRefund(tx, payment, refunds)
    const amount = await assertRefundable(tx, payment, want.amount)
    await assertDebtBounded(tx, owner.id, { payment, amount })
    return requestRefund(tx, payment, amount, REFUND_REASONS[want.reason], {
      by: 'creator',
      code: want.reason,
      note: want.note || null,
      requestKey: tx.requestKey ?? null,
    })
  })
  try {
    await performRefund(ctx, refund.id)
  } catch (error) {
    // The queued task goes on.
    if (!(error instanceof GatewayError)) throw error
  }
  return getSale(ctx, want.paymentId)
}

async function isSaleOf(tx: TxCtx, ownerId: string, payment: PaymentRow): Promise<boolean> {
  const { creatorId, state, book } = payment
  if (!creatorId || state !== 'captured' || book !== currentBook(tx)) return false
  return (await listOwners(tx, ownerId)).includes(creatorId)
}

async function assertCreatorMayRefund(
  tx: TxCtx,
  payment: PaymentRow,
  refunds: RefundRow[],
): Promise<void> {
  const { captured, capturedAt } = payment
  if (!capturedAt) throw new Error(`the payment ${payment.id} was captured at no time`)
  const refundable = refundableCents(captured, refunds, await listDisputes(tx, payment.id))
  const refusal = findRefundRefusal({ ...payment, capturedAt, refundable }, tx.clock.now())
  if (refusal) throw new AppError('payment_state', refusal)
}

async function getSale(ctx: Ctx, paymentId: string): Promise<SaleView> {
  const ownerIds = await listOwners(ctx, requireVisitor(ctx).id)
  const { lines, joined } = whichSales(ctx, ownerIds, {})
  const rows = await ctx.db
    .select({ payment: payments, clearsAt: lines.clearsAt })
    .from(payments)
    .innerJoin(lines, joined)
    .where(eq(payments.id, paymentId))
  const [sale] = await describeSales(ctx, rows)
  if (!sale) throw new AppError('not_found', 'There is no such payment.')
  return sale
}
