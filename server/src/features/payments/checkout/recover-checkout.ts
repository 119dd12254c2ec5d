import { type Ctx, inTransaction } from '../../../ctx.ts'
import { lockPayment } from '../lock-payment.ts'
import { movePayment } from '../move-payment.ts'
import { reachBook } from '../reach-book.ts'
import { HOUR_MS } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import type { PaymentRow } from '../tables.ts'

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
