import type { TxCtx } from '../../../ctx.ts'
import { lockPayment } from '../lock-payment.ts'
import { movePayment } from '../move-payment.ts'
import { decideUntil } from '../rules.ts'
import { assertOwnRun, type Delivery } from './assert-own-run.ts'

/** Called in the transaction that delivers a proof: the buyer is charged for nothing until the buyer keeps it. */
export async function recordProof(
  tx: TxCtx,
  delivery: Delivery,
): Promise<{ until: Date; price: number; drawsLeft: number }> {
  const payment = await lockPayment(tx, delivery.paymentId)
  assertOwnRun(payment, delivery)
  const { creationId, costCents } = delivery
  const until = decideUntil(tx.clock.now(), payment.captureBefore)
  const proofs = payment.proofs + 1
  await movePayment(
    tx,
    payment,
    'delivered',
    {
      creationId,
      decideBy: until,
      proofs,
      providerCost: Math.max(0, Math.round(costCents)),
    },
    { creation: creationId },
  )
  return { until, price: payment.amount, drawsLeft: Math.max(0, (payment.draws ?? 0) - proofs) }
}
