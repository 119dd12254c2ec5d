import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { findPrincipals } from '../identity/index.ts'
import { lockPayment } from './move-payment.ts'
import { releaseTask } from './perform-release.ts'
import { requestRelease } from './request-release.ts'
import { type PaymentRow, payments } from './tables.ts'

export type Gone = 'deletion' | 'ban'

/** Why a buyer cannot use a payment any more; undefined for every other buyer. */
export async function findGone(tx: Pick<TxCtx, 'db'>, buyerId: string): Promise<Gone | undefined> {
  const buyer = (await findPrincipals(tx, [buyerId])).get(buyerId)
  if (buyer?.deleted) return 'deletion'
  return buyer?.banned ? 'ban' : undefined
}

/** Releases an authorization that no run uses, or ends an open checkout, both soon after. */
export async function letGo(tx: TxCtx, payment: PaymentRow, by: Gone): Promise<void> {
  if (payment.state === 'authorized' && !payment.jobId) await requestRelease(tx, payment, by)
  if (payment.state !== 'created' || !payment.sessionId) return
  await tx.queue.send(tx, releaseTask, { paymentId: payment.id }, { singletonKey: payment.id })
}

/** A condition: an authorization that no run uses, or a checkout that may still be paid. */
export const isOpen = and(
  isNull(payments.jobId),
  or(
    eq(payments.state, 'authorized'),
    and(eq(payments.state, 'created'), isNotNull(payments.sessionId)),
  ),
)

export async function letGoAll(tx: TxCtx, buyerId: string, by: Gone): Promise<void> {
  const open = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.buyerId, buyerId), isOpen))
    .orderBy(payments.id)
  for (const { id } of open) await letGo(tx, await lockPayment(tx, id), by)
}
