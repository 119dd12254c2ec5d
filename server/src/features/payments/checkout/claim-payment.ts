import { formatCents } from '@vignette/contract/money.ts'
import { cardFeeCents } from '@vignette/contract/price-floor.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { requestRelease } from '../capture/request-release.ts'
import { currentBook } from '../gateway.ts'
import { changePayment, findPayment, lockPayment, movePayment, recordEvent } from '../payment.ts'
import { divideSale } from '../shares.ts'
import { findBySession, findReleaser, isClaimable, isFor } from './authorisation.ts'
import { describeBarred, nextStep, releaseBarred } from './cancellation-limit.ts'
import type { ShownProof } from './proof.ts'
import { askGateway } from './refresh-payment.ts'
import { describeClosed } from './release-closed.ts'

/** The recipe version of the run that is about to start. */
interface PaidWorkflow {
  workflowId: string
  version: number
  price: number
  launch?: Launch | undefined
}

/** The full price of the version that was bought, also where a code lowered the charge. */
const priceOf = sql<number>`coalesce(${payments.fullPrice}, ${payments.amount})`

/**
 * An authorised payment of this buyer, recipe version and amount without a run. Its row stays
 * locked until the transaction ends; `attachJob` gives the payment to the run.
 */
export async function claimPayment(
  tx: TxCtx,
  want: { buyer: Principal; recipe: PaidWorkflow; sessionId?: string | undefined },
): Promise<PaymentRow> {
  const { buyer, recipe, sessionId } = want
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(
      and(
        isFor(buyer.id, recipe.workflowId),
        eq(payments.workflowVersion, recipe.version),
        eq(priceOf, recipe.price),
        isClaimable(tx),
        sessionId ? eq(payments.sessionId, sessionId) : isNull(payments.linkHash),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(1)
    .for('update')
  if (payment) return payment
  const named = sessionId ? await findBySession(tx, buyer.id, sessionId) : undefined
  const releaser = named && (await findReleaser(tx, named.id))
  if (releaser === 'cost') throw new AppError('payment_required', USED_UP)
  const closed = describeClosed(releaser)
  if (closed) throw new AppError('payment_required', closed)
  if (releaser === 'cancelled') throw barred(tx, buyer)
  throw new AppError('payment_required', explain(tx, named, recipe))
}

/** The error that refuses the run of a payment which `releaseBarred` released. */
function barred(tx: TxCtx, buyer: Principal): AppError {
  const { code } = nextStep(tx, buyer)
  const words = describeBarred(tx, buyer)
  return new AppError(code === 'payment_state' ? 'payment_required' : code, words)
}

const USED_UP =
  'Too many tries on this payment ended without a creation, so it was released and nothing was charged. Please pay again.'

function explain(ctx: Ctx, payment: PaymentRow | undefined, recipe: PaidWorkflow): string {
  const price = formatCents(priceNow(recipe))
  if (!payment) return `This recipe costs ${price} a remix. Please pay for it first.`
  if (payment.workflowId !== recipe.workflowId) return 'This payment is for another recipe.'
  if (payment.book !== currentBook(ctx)) {
    return 'This payment was begun before payments here changed, so it pays for no remix any more. Please pay again.'
  }
  if (payment.state === 'created') return `The checkout of ${price} has not been paid yet.`
  if (payment.state === 'authorized' && payment.jobId) {
    return 'This payment is already used by a remix. It is charged once, when that remix delivers.'
  }
  if (
    payment.state === 'authorized' &&
    (payment.fullPrice ?? payment.amount) === recipe.price &&
    payment.workflowVersion === recipe.version
  ) {
    return 'This payment would lapse before a remix could end, so it is being released and nothing was charged. Please pay again.'
  }
  if (payment.state === 'authorized') {
    return `This payment is for ${formatCents(payment.amount)} and version ${payment.workflowVersion} of the recipe, not for ${price} and version ${recipe.version}.`
  }
  if (payment.state === 'delivered') {
    return 'A proof on this payment waits for your answer. Keep or decline it before you begin another remix.'
  }
  if (payment.state === 'expired') return 'This checkout has ended. Please pay again.'
  if (payment.state === 'released' || payment.state === 'release_requested') {
    return 'This payment was released and nothing was charged. Please pay again.'
  }
  if (payment.state === 'captured_undelivered') {
    return 'This payment was charged before a remix used it and is being refunded in full. Please pay again.'
  }
  return 'This payment has already paid for a creation. Please pay for another remix.'
}

/**
 * Before a run with a cost, asks the gateway whether the authorisation still stands, so that one
 * which ended without a webhook pays for no run. Settles the answer; an unreachable gateway changes
 * nothing. Releases the authorisation of a buyer who cancelled too many runs today.
 */
export async function confirmAuthorisation(
  ctx: Ctx,
  paymentId: string,
  { cost }: { cost: number },
): Promise<void> {
  if (cost === 0 && ctx.config.loopback) return
  const payment = await findPayment(ctx, paymentId)
  if (!payment) return
  if (cost > 0) await askGateway(ctx, payment)
  await inTransaction(ctx, async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (locked.state === 'authorized' && !locked.jobId) await releaseBarred(tx, locked)
  })
}

/** Locks what was authorised for a batch until the batch has it. */
export async function claimBatchPayment(tx: TxCtx, paymentId: string): Promise<PaymentRow> {
  const payment = await lockPayment(tx, paymentId)
  const [row] = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, paymentId), isClaimable(tx)))
  if (row) return payment
  throw new AppError(
    'payment_required',
    'This payment no longer pays for the batch. Please pay again.',
  )
}

/** Gives a claimed payment to its run; refused where another run holds the payment. */
export async function attachJob(
  tx: TxCtx,
  use: { paymentId: string; jobId: string },
): Promise<void> {
  const attached = await tx.db
    .update(payments)
    .set({ jobId: use.jobId, unusedSince: null })
    .where(
      and(eq(payments.id, use.paymentId), eq(payments.state, 'authorized'), isNull(payments.jobId)),
    )
    .returning({ id: payments.id })
  if (attached.length === 0) {
    throw new AppError('payment_required', 'This payment is already used by a remix.')
  }
  await recordEvent(tx, use.paymentId, 'payment.used', { job: use.jobId })
}

interface DetachJob {
  paymentId: string
  jobId: string
  outcome: string
  /** The operator's cost of this and all earlier runs on the payment. */
  spentCents: number
  /** The newest of the proofs that wait on the payment. */
  waiting?: (ShownProof & { until: Date }) | undefined
}

/**
 * After a run without a creation the payment waits for a decision about its earlier proofs. Without
 * one the authorisation may be used again, until its runs have cost the
 * operator more than a sale would leave. One failure at full cost always leaves another try. Who paid
 * by a link for a run that is cancelled cannot begin another, so their money is let go at once.
 */
export async function detachJob(tx: TxCtx, use: DetachJob): Promise<void> {
  const payment = await findPayment(tx, use.paymentId)
  if (payment?.state !== 'authorized' || payment.jobId !== use.jobId) return
  const unused = await changePayment(tx, payment, {
    jobId: null,
    unusedSince: tx.clock.now(),
  })
  await recordEvent(tx, payment.id, 'payment.unused', { job: use.jobId, outcome: use.outcome })
  if (use.waiting) {
    const { creationId, jobId, until: decideBy } = use.waiting
    await movePayment(tx, unused, 'delivered', { creationId, jobId, decideBy, unusedSince: null })
  } else if (use.spentCents > keptCents(tx, payment)) await requestRelease(tx, unused, 'cost')
  else if (payment.linkHash && use.outcome === 'CANCELLED') {
    await requestRelease(tx, unused, 'buyer')
  }
}

/** The platform's part of a sale after the tax, the creator's share and the card fee. */
function keptCents(tx: TxCtx, payment: PaymentRow): number {
  const fee = cardFeeCents(payment.amount, tx.gateway.fee)
  return Math.max(0, divideSale(payment).platform - fee)
}
