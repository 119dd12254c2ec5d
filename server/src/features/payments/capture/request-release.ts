import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { findPrincipals } from '../../identity/index.ts'
import { lockPayment, movePayment } from '../payment.ts'

export const releaseTask = defineTask({
  name: 'payments.release',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
})

/** Records the release of an unused authorisation, or of one whose proof is not kept; a queued task carries it out at the gateway. */
export async function requestRelease(
  tx: TxCtx,
  payment: PaymentRow,
  by:
    | 'buyer'
    | 'operator'
    | 'time'
    | 'deletion'
    | 'ban'
    | 'mismatch'
    | 'cost'
    | 'book'
    | 'cancelled'
    | 'paused'
    | 'failing'
    | 'declined'
    | 'silence'
    | 'undelivered',
): Promise<PaymentRow> {
  const { state } = payment
  if (state !== 'authorized' && state !== 'delivered') {
    throw new AppError(
      'payment_state',
      `Only an unused authorisation can be released; this payment is ${state.replace('_', ' ')}.`,
    )
  }
  if (payment.jobId && state === 'authorized') {
    throw new AppError('payment_state', 'A remix is using this payment. Cancel the remix first.')
  }
  const moved = await movePayment(tx, payment, 'release_requested', {}, { by })
  await tx.queue.send(tx, releaseTask, { paymentId: payment.id }, { singletonKey: payment.id })
  return moved
}

export type Gone = 'deletion' | 'ban'

/** Why the buyer's account can no longer use payments; undefined for every other buyer. */
export async function findGone(tx: Pick<TxCtx, 'db'>, buyerId: string): Promise<Gone | undefined> {
  const buyer = (await findPrincipals(tx, [buyerId])).get(buyerId)
  if (buyer?.deleted) return 'deletion'
  return buyer?.banned ? 'ban' : undefined
}

/** Requests the release of an authorisation without a run or for a proof, or the expiry of an open checkout. */
export async function releaseUnused(tx: TxCtx, payment: PaymentRow, by: Gone): Promise<void> {
  const { state, jobId } = payment
  if (state === 'delivered' || (state === 'authorized' && !jobId)) {
    await requestRelease(tx, payment, by)
  }
  if (payment.state !== 'created' || !payment.sessionId) return
  await tx.queue.send(tx, releaseTask, { paymentId: payment.id }, { singletonKey: payment.id })
}

/** A condition: an authorisation without a run or for a proof, or a checkout that may still be paid. */
export const isReleasable = or(
  eq(payments.state, 'delivered'),
  and(
    isNull(payments.jobId),
    or(
      eq(payments.state, 'authorized'),
      and(eq(payments.state, 'created'), isNotNull(payments.sessionId)),
    ),
  ),
)

export async function releaseAllUnused(tx: TxCtx, buyerId: string, by: Gone): Promise<void> {
  const open = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.buyerId, buyerId), isReleasable))
    .orderBy(payments.id)
  for (const { id } of open) await releaseUnused(tx, await lockPayment(tx, id), by)
}
