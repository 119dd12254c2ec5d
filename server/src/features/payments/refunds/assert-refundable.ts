import { formatCents } from '@vignette/contract/money.ts'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { listDisputes } from '../disputes/queries.ts'
import { findGateway } from '../find-gateway.ts'
import { isTaken } from '../rules.ts'
import type { PaymentRow } from '../tables.ts'
import { listRefunds } from './queries.ts'
import { refundableCents } from './rules.ts'

/** The amount that may be refunded of a locked payment: what is asked for, or the whole rest. */
export async function assertRefundable(
  tx: TxCtx,
  payment: PaymentRow,
  wanted?: number,
): Promise<number> {
  if (!isTaken(payment.state)) {
    throw new AppError(
      'payment_state',
      `Only captured money can be refunded; this payment is ${payment.state}.`,
    )
  }
  if (!findGateway(tx, payment)) {
    throw new AppError(
      'payment_state',
      `This payment is in the book ${payment.book}, whose gateway this server has no keys for.`,
    )
  }
  const left = refundableCents(
    payment.captured,
    await listRefunds(tx, payment.id),
    await listDisputes(tx, payment.id),
  )
  const amount = wanted ?? left
  if (left === 0) {
    throw new AppError('payment_state', 'Nothing is left to refund: it was refunded or disputed.')
  }
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw new AppError(
      'payment_state',
      `The amount must be between ${formatCents(1)} and ${formatCents(left)}, what is left.`,
    )
  }
  return amount
}
