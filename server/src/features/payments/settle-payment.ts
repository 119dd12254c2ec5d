import type { PaymentState } from '@vignette/contract/payments.ts'
import { cardFeeCents } from '@vignette/contract/price-floor.ts'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { signature } from '../../platform/secrets.ts'
import type { GatewayPayment } from '../../providers/payments/spec.ts'
import type { DisputeRow, PaymentRow } from '../../schema/payments.ts'
import { findPrincipals } from '../identity/index.ts'
import { type Facts, post, sumProviderCost, taxesIn } from '../ledger/index.ts'
import { findGone, requestRelease } from './capture/request-release.ts'
import { releaseBarred } from './checkout/cancellation-limit.ts'
import { releaseClosed } from './checkout/release-closed.ts'
import { listDisputes } from './disputes/dispute.ts'
import { settleDisputes } from './disputes/settle-disputes.ts'
import { moneyEvents } from './events.ts'
import { findClearanceDays } from './find-clearance-days.ts'
import { notifyBuyer } from './notices.ts'
import { changePayment, lockPayment, movePayment } from './payment.ts'
import { postJobCost } from './post-job-cost.ts'
import { refuseReferral } from './referral.ts'
import { refundUndelivered, refundWithdrawn } from './refunds/request-refund.ts'
import { settleRefunds } from './refunds/settle-refunds.ts'
import { catchUp, isTaken, mayStillPay } from './rules.ts'
import { sumTax } from './shares.ts'
import { confirmByLetter } from './waiver.ts'

/**
 * Brings our row up to the gateway's state, and is the only place that posts money: returns from the
 * checkout, captures, releases, refunds, webhooks and reconciliation all end here, so that each may
 * arrive duplicated, late or in any order.
 */
export async function settlePayment(
  ctx: Ctx,
  paymentId: string,
  view: GatewayPayment,
): Promise<PaymentRow> {
  let settled = await settleOnce(ctx, paymentId, view, [])
  for (let time = 0; settled.doubted && time < ASK_AT_MOST; time++) {
    const known = await listDisputes(ctx, paymentId)
    const now = await ctx.gateway.find({ sessionId: view.sessionId })
    if (!now) break
    settled = await settleOnce(ctx, paymentId, now, known)
  }
  return settled.payment
}

/** A further attempt follows only when another change came in between. */
const ASK_AT_MOST = 3

async function settleOnce(
  ctx: Ctx,
  paymentId: string,
  view: GatewayPayment,
  known: readonly DisputeRow[],
): Promise<{ payment: PaymentRow; doubted: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const sure = (payment: PaymentRow) => ({ payment, doubted: false })
    const before = await lockPayment(tx, paymentId)
    let payment = await learnReferences(tx, before, view)
    let isCharged = false
    for (const to of catchUp(payment.state, view.state, payment.jobId !== null)) {
      if (to === 'authorized' || to === 'captured') payment = await refuseReferral(tx, payment)
      payment = await movePayment(tx, payment, to, fieldsOf(tx, payment, to, view), {
        gateway: view.state,
        ...(to === 'authorized' && view.taxUnknown ? { tax: 'unknown' } : {}),
      })
      if (to === 'authorized' && view.taxUnknown) {
        tx.afterCommit(() =>
          tx.log.error(
            { paymentId },
            'the gateway did not compute the tax: the sale counts as untaxed',
          ),
        )
      }
      if (isTaken(to)) await postSale(tx, payment, view.fee)
      await notifyBuyer(tx, payment)
      if (to === 'authorized') payment = await confirmByLetter(tx, payment)
      if (to === 'captured') await moneyEvents.charged.emit(tx, { paymentId })
      const news = NEWS[to]
      if (news) await moneyEvents.moved.emit(tx, { payment, to: news })
      isCharged ||= isTaken(to)
      if (to === 'capture_failed') {
        const { failure } = payment
        tx.afterCommit(() =>
          tx.log.error(
            { paymentId, failure },
            'a capture failed: the buyer keeps the creation, the creator is not credited',
          ),
        )
      }
    }
    if (payment.state === 'authorized' && !isAgreed(payment, view)) {
      tx.log.error({ paymentId }, 'the gateway authorized another sum than was agreed')
      return sure(payment.jobId ? payment : await requestRelease(tx, payment, 'mismatch'))
    }
    if (payment.state === 'authorized' && !payment.jobId) {
      const gone = await findGone(tx, payment.buyerId)
      if (gone) return sure(await requestRelease(tx, payment, gone))
      // The card is known from here on.
      if (before.state === 'created') {
        const kept = await releaseClosed(tx, payment)
        return sure(kept.state === 'authorized' ? await releaseBarred(tx, kept) : kept)
      }
    }
    if (!isTaken(payment.state)) return sure(payment)
    if (view.fee !== null) {
      await post(tx, 'processor_fee', { paymentId, amount: view.fee, occurredAt: tx.clock.now() })
    }
    if (isCharged) await moneyEvents.moved.emit(tx, { payment, to: 'captured' })
    const refunded = await settleRefunds(tx, payment, view.refunds)
    const { disputed, lost, doubted } = await settleDisputes(tx, payment, view.disputes, known)
    const { refunded: wasRefunded, disputed: wasDisputed, lost: wasLost } = payment
    if (refunded !== wasRefunded || disputed !== wasDisputed || lost !== wasLost) {
      payment = await changePayment(tx, payment, { refunded, disputed, lost })
      const { captured } = payment
      await moneyEvents.takenBack.emit(tx, { paymentId, captured, refunded, disputed })
    }
    if (refunded > wasRefunded) await moneyEvents.moved.emit(tx, { payment, to: 'refunded' })
    if (payment.state === 'captured_undelivered') await refundUndelivered(tx, payment)
    if (payment.withdrawnAt) await refundWithdrawn(tx, payment)
    return { payment, doubted }
  })
}

/** What a new state means for a buyer; a charge is told once its fee is booked. */
const NEWS: Partial<Record<PaymentState, 'authorized' | 'released'>> = {
  authorized: 'authorized',
  released: 'released',
  capture_failed: 'released',
}

/** Our price decides: an authorisation of another amount, currency or tax pays for no run and is released. */
function isAgreed(payment: PaymentRow, view: GatewayPayment): boolean {
  return (
    payment.amount === view.amount && payment.currency === view.currency && isTaxed(payment, view)
  )
}

/** Taxes that are no part of the amount leave nothing to share. */
function isTaxed({ amount }: PaymentRow, { taxes }: GatewayPayment): boolean {
  return taxes.every((tax) => tax.amount > 0) && sumTax(taxes) < amount
}

/** Stores ids that were lost in a crash between the gateway's answer and our commit. */
async function learnReferences(
  tx: TxCtx,
  payment: PaymentRow,
  view: GatewayPayment,
): Promise<PaymentRow> {
  const set: Partial<PaymentRow> = {}
  if (!payment.sessionId) set.sessionId = view.sessionId
  if (!payment.intentId && view.intentId) set.intentId = view.intentId
  if (!payment.captureBefore && view.captureBefore) set.captureBefore = view.captureBefore
  // Once the payment has ended the card's hash is deleted.
  if (mayStillPay(payment.state) && !payment.card && view.card) set.card = cardHash(tx, view.card)
  if (view.prepaid && !payment.prepaid) set.prepaid = true
  return Object.keys(set).length === 0 ? payment : changePayment(tx, payment, set)
}

function fieldsOf(
  tx: TxCtx,
  payment: PaymentRow,
  to: PaymentRow['state'],
  view: GatewayPayment,
): Partial<PaymentRow> {
  const now = tx.clock.now()
  const { failure } = payment
  if (to === 'authorized') {
    const taxes = isTaxed(payment, view) ? view.taxes : []
    return { authorizedAt: now, unusedSince: now, tax: sumTax(taxes), taxes }
  }
  if (isTaken(to)) return { capturedAt: now, captured: view.capturedAmount, failure: null }
  if (to === 'capture_failed')
    return { failure: `${failure ? `${failure}; ` : ''}the gateway says ${view.state}` }
  return {}
}

async function postSale(tx: TxCtx, payment: PaymentRow, fee: number | null): Promise<void> {
  const occurredAt = tx.clock.now()
  const { creatorId } = payment
  const isDelivered = payment.state === 'captured'
  await post(tx, 'capture', {
    paymentId: payment.id,
    workflowId: payment.workflowId,
    amount: payment.captured,
    taxes: taxesIn(payment.taxes, payment.captured, payment.amount),
    currency: payment.currency,
    book: payment.book,
    // A creator earns by delivered creations; money without a delivery is the buyer's.
    creator:
      isDelivered && creatorId
        ? {
            principalId: creatorId,
            hasAccount: (await findPrincipals(tx, [creatorId])).get(creatorId)?.kind === 'user',
          }
        : null,
    isOwnRun: isDelivered && !creatorId,
    referrer: await referrerOf(tx, payment, fee),
    sharePercent: payment.sharePercent,
    ...(creatorId && { clearanceDays: await findClearanceDays(tx, creatorId, payment.book) }),
    occurredAt,
  })
  // 0.1 delivered without booking the cost; where the cost is already booked, this changes nothing.
  const { id: paymentId, jobId, workflowId, providerCost: costCents } = payment
  // Each row of a batch has booked its own.
  if (jobId && payment.units === null)
    await postJobCost(tx, { jobId, paymentId, workflowId, costCents })
}

/** The platform's part covers the card fee and the cost of all runs on the payment before the referrer's. */
async function referrerOf(
  tx: TxCtx,
  { id, captured, providerCost, referrerId, referralPercent: percent }: PaymentRow,
  fee: number | null,
): Promise<Facts['capture']['referrer']> {
  if (!referrerId || !percent) return undefined
  const cost = Math.max(providerCost, await sumProviderCost(tx, id))
  const covered = (fee ?? cardFeeCents(captured, tx.gateway.fee)) + cost
  return { principalId: referrerId, commission: { percent, covered } }
}

function cardHash({ config }: Pick<Ctx, 'config'>, fingerprint: string): string {
  return signature(config.secret, 'card', fingerprint)
}
