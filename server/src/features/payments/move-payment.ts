import type { PaymentState } from '@vignette/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
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
  const [moved] = await tx.db
    .update(payments)
    .set({ ...set, state: to, movedAt: tx.clock.now() })
    .where(and(eq(payments.id, payment.id), eq(payments.state, payment.state)))
    .returning()
  if (!moved) throw new AppError('payment_state', 'The payment has just changed. Please try again.')
  await recordEvent(tx, payment.id, `payment.${to}`, detail)
  return moved
}
