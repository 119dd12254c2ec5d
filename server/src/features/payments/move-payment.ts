import type { PaymentState } from '@vignette/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { MOVES } from './rules.ts'
import { type PaymentRow, paymentEvents, payments } from './tables.ts'

type Detail = Record<string, string | number | null>

/** Reads the payment and locks its row until the transaction ends. */
export async function lockPayment(tx: TxCtx, id: string): Promise<PaymentRow> {
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such payment.')
  return row
}

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

export async function changePayment(
  tx: TxCtx,
  payment: PaymentRow,
  set: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const [changed] = await tx.db
    .update(payments)
    .set(set)
    .where(eq(payments.id, payment.id))
    .returning()
  if (!changed) throw new AppError('not_found', 'There is no such payment.')
  return changed
}

export async function recordEvent(
  tx: TxCtx,
  paymentId: string,
  name: string,
  detail: Detail = {},
): Promise<void> {
  await tx.db.insert(paymentEvents).values({ paymentId, name, detail, at: tx.clock.now() })
}
