import { formatCents } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { currentBook } from '../current-book.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { describeBarred } from './describe-barred.ts'
import { describeClosed } from './describe-closed.ts'
import { findBySession, findReleaser, isClaimable, isFor } from './queries.ts'
import { wayOn } from './way-on.ts'

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
        sessionId ? eq(payments.sessionId, sessionId) : undefined,
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
  const { code } = wayOn(tx, buyer)
  const words = describeBarred(tx, buyer)
  return new AppError(code === 'payment_state' ? 'payment_required' : code, words)
}

const USED_UP =
  'Too many runs on this payment ended without a creation, so it was released and nothing was charged. Please pay again.'

function explain(ctx: Ctx, payment: PaymentRow | undefined, recipe: PaidWorkflow): string {
  const price = formatCents(priceNow(recipe))
  if (!payment) return `This recipe costs ${price} a run. Please pay for it first.`
  if (payment.workflowId !== recipe.workflowId) return 'This payment is for another recipe.'
  if (payment.book !== currentBook(ctx)) {
    return 'This payment was begun before payments here changed, so it pays for no run any more. Please pay again.'
  }
  if (payment.state === 'created') return `The checkout of ${price} has not been paid yet.`
  if (payment.state === 'authorized' && payment.jobId) {
    return 'This payment is already used by a run. It is charged once, when that run delivers.'
  }
  if (
    payment.state === 'authorized' &&
    (payment.fullPrice ?? payment.amount) === recipe.price &&
    payment.workflowVersion === recipe.version
  ) {
    return 'This payment would lapse before a run could end, so it is being released and nothing was charged. Please pay again.'
  }
  if (payment.state === 'authorized') {
    return `This payment is for ${formatCents(payment.amount)} and version ${payment.workflowVersion} of the recipe, not for ${price} and version ${recipe.version}.`
  }
  if (payment.state === 'delivered') {
    return 'A proof on this payment waits for your answer. Keep or decline it before you begin another run.'
  }
  if (payment.state === 'expired') return 'This checkout has ended. Please pay again.'
  if (payment.state === 'released' || payment.state === 'release_requested') {
    return 'This payment was released and nothing was charged. Please pay again.'
  }
  if (payment.state === 'captured_undelivered') {
    return 'This payment was charged before a run used it and is being refunded in full. Please pay again.'
  }
  return 'This payment has already paid for a creation. Please pay for another run.'
}
