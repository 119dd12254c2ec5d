import type { PaymentView } from '@vignette/contract/payments.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { requireVisitor } from '../../identity/index.ts'
import { reachBook } from '../gateway.ts'
import { findPayment, lockPayment, useNextKey } from '../payment.ts'
import { keyOf } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import { viewPayment } from '../view-payment.ts'
import { requestRelease } from './request-release.ts'

/** The states of a payment that is being released or has nothing left to release. */
const HAS_ENDED = new Set<PaymentRow['state']>([
  'released',
  'release_requested',
  'captured_undelivered',
])

/** Releases the buyer's unused authorisation. */
export async function releasePayment(ctx: Ctx, id: string): Promise<PaymentView> {
  const buyer = requireVisitor(ctx)
  const requested = await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment.buyerId !== buyer.id) throw new AppError('not_found', 'There is no such payment.')
    if (HAS_ENDED.has(payment.state)) return payment
    return requestRelease(tx, payment, 'buyer')
  })
  return viewPayment(await releaseNow(ctx, requested))
}

/**
 * Releases at once so that the answer shows the outcome; where the gateway does not answer, the queued task
 * continues.
 */
export async function releaseNow(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  try {
    return (await performRelease(ctx, payment.id)) ?? payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return payment
  }
}

/**
 * Cancels an authorisation at the gateway or expires an open checkout; safe to repeat. With
 * `unlessPaid`, a checkout that its buyer has paid meanwhile stays as it is.
 */
export async function performRelease(
  from: Ctx,
  paymentId: string,
  { unlessPaid = false } = {},
): Promise<PaymentRow | undefined> {
  const payment = await findPayment(from, paymentId)
  if (!payment?.sessionId) return payment
  if (payment.state !== 'release_requested' && payment.state !== 'created') return payment
  const ctx = reachBook(from, payment)
  if (!ctx) return payment
  const { sessionId, intentId, state } = payment
  const act = state === 'created' ? 'expire' : 'release'
  const key = keyOf(act, payment.id, payment.keyNumber)
  try {
    const onlyOpen = unlessPaid && state === 'created'
    const view = await ctx.gateway.release({ sessionId, intentId, onlyOpen }, key)
    return await settlePayment(ctx, payment.id, view)
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    const view = await ctx.gateway.find({ sessionId })
    const settled = view && (await settlePayment(ctx, payment.id, view))
    if (settled && settled.state !== state) return settled
    await useNextKey(ctx, payment)
    throw error
  }
}
