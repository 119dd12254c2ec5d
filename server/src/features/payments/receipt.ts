import type { ReceiptView } from '@vignette/contract/payments.ts'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { jobs } from '../../schema/generation.ts'
import { type PaymentRow, payments } from '../../schema/payments.ts'
import { findByAnyId, requireVisitor } from '../identity/index.ts'
import { readReceiptLink, signClaim } from '../notices/index.ts'
import { findPayment, type Reader } from './payment.ts'
import { describeRefund, listRefunds } from './refunds/refund.ts'
import { endedAt, referenceOf } from './rules.ts'
import { divideSale, nameTax } from './shares.ts'
import { viewPayment } from './view-payment.ts'
import { viewWithdrawal } from './withdrawals/withdrawal.ts'

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
    const [run] = await ctx.db
      .select({ paymentId: jobs.paymentId })
      .from(jobs)
      .where(eq(jobs.creationId, creationId))
    const paidBy = run?.paymentId
    if (paidBy) payment = await find(eq(payments.id, paidBy))
  }
  if (!payment) return { receipt: null, creation_id: null }
  const receipt = viewReceipt(ctx, payment, await listGivenBack(ctx, payment.id))
  return { receipt, creation_id: payment.creationId }
}

export function viewReceipt(
  { clock }: Pick<Ctx, 'clock'>,
  payment: PaymentRow,
  refunds: ReceiptView['refunds'],
): ReceiptView {
  const { refunded, disputed, lost, sharePercent } = payment
  const shares = divideSale(payment)
  const withdrawal = viewWithdrawal(payment, clock.now())
  return {
    ...viewPayment(payment),
    workflow_name: payment.workflowName,
    ...(payment.units !== null && { rows: payment.units }),
    license: payment.license,
    seller: payment.seller,
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
    ...(withdrawal && { withdrawal }),
    test_mode: payment.testMode,
  }
}

/**
 * The receipt by the link of a letter, for each holder of the link; and the way to the creation as
 * long as the visitor who bought it has it.
 */
export async function getSignedReceipt(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ receipt: ReceiptView; creation_id: string | null; claim: string | null }> {
  const link = readReceiptLink(ctx, token)
  const payment = link && (await findPayment(ctx, link.paymentId))
  if (!payment) throw new AppError('not_found', 'This link is not whole, or older than 180 days.')
  const { creationId, buyerId: ownerId } = payment
  const buyer = await findByAnyId(ctx, ownerId)
  const claimable =
    creationId !== null && ownerId === link.buyerId && buyer?.kind === 'visitor' && !buyer.bannedAt
  return {
    receipt: viewReceipt(ctx, payment, await listGivenBack(ctx, payment.id)),
    creation_id: creationId,
    claim: claimable ? signClaim(ctx, { creationId, ownerId }, ctx.clock.now()) : null,
  }
}

/**
 * The payment that a receipt's link names, as long as the person who received the link, or the
 * account that claimed that visitor, is its buyer.
 */
export async function findSignedPurchase(ctx: Ctx, token: string): Promise<PaymentRow> {
  const link = readReceiptLink(ctx, token)
  const payment = link && (await findPayment(ctx, link.paymentId))
  const buyer = link && (await findByAnyId(ctx, link.buyerId))
  if (!payment || !buyer || payment.buyerId !== buyer.id || buyer.bannedAt || buyer.deletedAt) {
    throw new AppError(
      'not_found',
      'This link is not whole, older than 180 days, or its purchase belongs to another account now.',
    )
  }
  return payment
}

/** What a receipt says of each refund that the gateway took on, also of one that it gave up later. */
export async function listGivenBack(
  ctx: Reader,
  paymentId: string,
): Promise<ReceiptView['refunds']> {
  const refunds = await listRefunds(ctx, paymentId)
  return refunds
    .filter(({ gatewayRefundId }) => gatewayRefundId !== null)
    .map((refund) => ({
      amount: refund.amount,
      failed: refund.state === 'failed',
      why: describeRefund(refund),
      note: refund.note,
      created_at: refund.createdAt.toISOString(),
    }))
}
