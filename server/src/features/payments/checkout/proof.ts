import { type DeclineReason, PROOF } from '@vignette/contract/proof-limits.ts'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { sweepEach } from '../../../platform/sweep.ts'
import { type PaymentRow, paymentEvents, payments } from '../../../schema/payments.ts'
import { bookOf } from '../../ledger/index.ts'
import { assertOwnRun, type Delivery, sendCapture } from '../capture/capture.ts'
import { requestRelease } from '../capture/request-release.ts'
import { listGateways } from '../gateway.ts'
import { changePayment, lockPayment, movePayment } from '../payment.ts'
import { decideUntil } from '../rules.ts'
import { assertMayDraw } from './cancellation-limit.ts'
import { neededUntil } from './rules.ts'

/** Called in the transaction that delivers a proof: the buyer is charged for nothing until the buyer keeps it. */
export async function recordProof(
  tx: TxCtx,
  delivery: Delivery,
): Promise<{ until: Date; price: number; drawsLeft: number }> {
  const payment = await lockPayment(tx, delivery.paymentId)
  assertOwnRun(payment, delivery)
  const { creationId, costCents } = delivery
  const until = decideUntil(tx.clock.now(), payment.captureBefore)
  const proofsShown = payment.proofsShown + 1
  await movePayment(
    tx,
    payment,
    'delivered',
    {
      creationId,
      decideBy: until,
      proofsShown,
      providerCost: Math.max(0, Math.round(costCents)),
    },
    { creation: creationId },
  )
  return {
    until,
    price: payment.amount,
    drawsLeft: Math.max(0, (payment.draws ?? 0) - proofsShown),
  }
}

/** One of the proofs that wait on a payment. */
export interface ShownProof {
  paymentId: string
  jobId: string
  creationId: string
}

/** Called in the transaction that opens the whole file: both commit, or neither. */
export async function keepProof(
  tx: TxCtx,
  { paymentId, jobId, creationId }: ShownProof,
): Promise<void> {
  const payment = await lockUndecided(tx, paymentId)
  if (payment.decideBy && payment.decideBy <= tx.clock.now()) {
    throw new AppError(
      'payment_state',
      'The time to keep this proof has ended, and nothing was charged.',
    )
  }
  const { amount, currency } = payment
  const agreed = { creation: creationId, amount, currency }
  // The payment names the newest proof; only an authorisation without a proof may name another one.
  const chosen =
    payment.creationId === creationId
      ? payment
      : await movePayment(tx, payment, 'authorized', {}, { chosen: creationId })
  await movePayment(tx, chosen, 'capture_requested', { creationId, jobId }, agreed)
  await sendCapture(tx, payment.id)
}

/** Requests the release of what was authorised for the proofs of a payment. */
export async function declineProof(
  tx: TxCtx,
  paymentId: string,
  reason?: DeclineReason,
): Promise<void> {
  const payment = await lockUndecided(tx, paymentId)
  if (reason) await changePayment(tx, payment, { declineReason: reason })
  await requestRelease(tx, payment, 'declined')
}

/**
 * Frees the authorisation for another run, while the sale offers a further proof; the proofs so far
 * wait beside it.
 */
export async function drawAgain(
  tx: TxCtx,
  { paymentId, buyer }: { paymentId: string; buyer: Principal },
): Promise<PaymentRow> {
  const payment = await lockUndecided(tx, paymentId)
  const { draws, proofsShown, captureBefore } = payment
  const now = tx.clock.now()
  if (proofsShown >= (draws ?? 0)) {
    throw new AppError('payment_state', 'This was the last proof of this payment.')
  }
  if (captureBefore && captureBefore <= neededUntil(now)) {
    throw new AppError('payment_state', 'This payment would lapse before another proof is ready.')
  }
  if ((await countUnused(tx, paymentId)) >= PROOF.maxDraws) {
    throw new AppError(
      'payment_state',
      'Too many tries on this payment ended without a proof. Keep one of those you have, or let them go.',
    )
  }
  await assertMayDraw(tx, payment, buyer)
  return movePayment(tx, payment, 'authorized', { unusedSince: now })
}

/** The runs on the payment that were cancelled or failed. */
async function countUnused(tx: TxCtx, paymentId: string): Promise<number> {
  return tx.db.$count(
    paymentEvents,
    and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.name, 'payment.unused')),
  )
}

/** The payment of proofs that their buyer may still decide about, locked. */
async function lockUndecided(tx: TxCtx, paymentId: string): Promise<PaymentRow> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.state === 'delivered') return payment
  throw new AppError(
    'payment_state',
    payment.state === 'authorized'
      ? 'Another proof is being drawn on this payment. Decide when it is there, or cancel it first.'
      : payment.creationId
        ? 'You have kept a proof of this payment already.'
        : 'This proof can no longer be kept. Nothing was charged.',
  )
}

const AT_ONCE = 200

/** Releases what was authorised for proofs that got no answer in time. */
export async function releaseUndecided(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const rows = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.book, listGateways(ctx).map(bookOf)),
        eq(payments.state, 'delivered'),
        lte(payments.decideBy, now),
      ),
    )
    .orderBy(payments.decideBy)
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const payment = await lockPayment(tx, id)
      const undecided = payment.state === 'delivered' && payment.decideBy
      if (undecided && undecided <= now) await requestRelease(tx, payment, 'silence')
    }),
  )
}
