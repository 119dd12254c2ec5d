import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { performRelease } from '../capture/release-payment.ts'
import { reachBook } from '../gateway.ts'
import { findPayment, lockPayment, movePayment } from '../payment.ts'
import { HOUR_MS } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import { refreshPayment } from './refresh-payment.ts'

export const endCheckoutTask = defineTask({
  name: 'payments.end-checkout',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  concurrency: 5,
  exclusive: true,
})

/** Ends a checkout at the gateway that no buyer has paid yet; a buyer who was quicker keeps the authorisation. */
export async function endCheckout(from: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(from, paymentId)
  const ctx = payment && reachBook(from, payment)
  if (!ctx || payment.state !== 'created') return
  const { state } = await refreshPayment(ctx, payment)
  if (state === 'created') await performRelease(from, paymentId, { unlessPaid: true })
}

/** Lets the gateway end the checkouts of closed workflows that may still be paid. */
export async function endOpenCheckouts(tx: TxCtx, workflowIds: readonly string[]): Promise<void> {
  if (workflowIds.length === 0) return
  const open = await tx.db
    .select({ paymentId: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.workflowId, [...workflowIds]),
        eq(payments.state, 'created'),
        isNotNull(payments.sessionId),
      ),
    )
  for (const { paymentId } of open) {
    await tx.queue.send(tx, endCheckoutTask, { paymentId }, { singletonKey: paymentId })
  }
}

/** Finds a checkout whose session id a killed process never stored; its buyer never saw its address. */
export async function recoverCheckout(ctx: Ctx, payment: PaymentRow): Promise<void> {
  const there = reachBook(ctx, payment)
  if (!there) return
  const { gateway } = there
  for await (const view of gateway.list(new Date(payment.createdAt.getTime() - HOUR_MS))) {
    if (view.paymentId !== payment.id) continue
    const { sessionId, intentId } = view
    const ended =
      view.state === 'open'
        ? await gateway.release({ sessionId, intentId }, `expire:${payment.id}`)
        : view
    await settlePayment(there, payment.id, ended)
    return
  }
  await inTransaction(ctx, async (tx) => {
    const now = await lockPayment(tx, payment.id)
    if (now.state === 'created' && !now.sessionId) await movePayment(tx, now, 'expired')
  })
}
