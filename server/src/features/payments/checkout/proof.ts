import { and, eq, inArray, lte } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { sweepEach } from '../../../platform/sweep.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { bookOf } from '../../ledger/index.ts'
import { assertOwnRun, type Delivery, sendCapture } from '../capture/capture.ts'
import { requestRelease } from '../capture/request-release.ts'
import { listGateways } from '../gateway.ts'
import { lockPayment, movePayment } from '../payment.ts'
import { decideUntil } from '../rules.ts'
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

/** Called in the transaction that opens the whole file: both commit, or neither. */
export async function keepProof(tx: TxCtx, creationId: string): Promise<void> {
  const payment = await lockProof(tx, creationId)
  if (payment.decideBy && payment.decideBy <= tx.clock.now()) {
    throw new AppError(
      'payment_state',
      'The time to keep this proof has ended, and nothing was charged.',
    )
  }
  const { amount, currency } = payment
  const agreed = { creation: creationId, amount, currency }
  await movePayment(tx, payment, 'capture_requested', {}, agreed)
  await sendCapture(tx, payment.id)
}

/** Requests the release of what was authorised for a proof. */
export async function declineProof(tx: TxCtx, creationId: string): Promise<void> {
  await requestRelease(tx, await lockProof(tx, creationId), 'declined')
}

/** Frees the authorisation of a declined proof for another run, while the sale offers a further proof. */
export async function drawAgain(tx: TxCtx, creationId: string): Promise<PaymentRow> {
  const payment = await lockProof(tx, creationId)
  const { draws, proofsShown, captureBefore } = payment
  const now = tx.clock.now()
  if (proofsShown >= (draws ?? 0)) {
    throw new AppError('payment_state', 'This was the last proof of this payment.')
  }
  if (captureBefore && captureBefore <= neededUntil(now)) {
    throw new AppError('payment_state', 'This payment would lapse before another proof is ready.')
  }
  return movePayment(tx, payment, 'authorized', { unusedSince: now }, { declined: creationId })
}

/** The payment of a proof that its buyer may still decide about, locked. */
async function lockProof(tx: TxCtx, creationId: string): Promise<PaymentRow> {
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(eq(payments.creationId, creationId))
    .for('update')
  if (payment?.state === 'delivered') return payment
  throw new AppError(
    'payment_state',
    payment
      ? 'You have kept this proof already.'
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
