import type { PaymentState } from '@vignette/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { moneyEvents } from './events.ts'
import { type Detail, recordEvent } from './record-event.ts'
import { MOVES } from './rules.ts'
import { type PaymentRow, payments } from './tables.ts'

/** Makes one allowed change of state, with its event, in the caller's transaction. */
export async function movePayment(
  tx: TxCtx,
  payment: PaymentRow,
  to: PaymentState,
  set: Partial<PaymentRow> = {},
  detail: Detail = {},
): Promise<PaymentRow> {
  if (!MOVES[payment.state].includes(to)) {
    throw new AppError('payment_state', `A payment that is ${payment.state} cannot become ${to}.`)
  }
  const left = payment.state === 'delivered' ? leaveProof(to) : {}
  const [moved] = await tx.db
    .update(payments)
    .set({ ...left, ...set, state: to, movedAt: tx.clock.now() })
    .where(and(eq(payments.id, payment.id), eq(payments.state, payment.state)))
    .returning()
  if (!moved) throw new AppError('payment_state', 'The payment has just changed. Please try again.')
  await recordEvent(tx, payment.id, `payment.${to}`, detail)
  const { creationId } = payment
  if (creationId && moved.creationId === null) {
    await moneyEvents.proofEnded.tell(tx, { paymentId: payment.id, creationId })
  }
  return moved
}

/** The fields that are cleared when a buyer decides about a proof; for a kept proof the creation and the run stay. */
function leaveProof(to: PaymentState): Partial<PaymentRow> {
  if (to === 'capture_requested') return { decideBy: null }
  return { decideBy: null, creationId: null, jobId: null, providerCost: 0 }
}
