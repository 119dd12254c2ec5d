import { formatCents } from '@vignette/contract/money.ts'
import { CURRENCY, SALE_REFUND } from '@vignette/contract/money-limits.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { listOwners } from '../../identity/index.ts'
import { getOwed } from '../../ledger/index.ts'
import { divideSale } from '../divide-sale.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { paymentRefunds } from './tables.ts'

/**
 * Refuses a creator's own refund that would leave more owed back than later sales may be expected to
 * make up for; the operator can still refund. The caller holds the creator's lock, and requested
 * refunds count already, so that many at once stay within the bound as well.
 */
export async function assertDebtBounded(
  tx: TxCtx,
  creatorId: string,
  { payment, amount }: { payment: PaymentRow; amount: number },
): Promise<void> {
  const { book } = payment
  const owners = await listOwners(tx, creatorId)
  // Locked and read before the balance, so that a refund which settles meanwhile counts once: as
  // requested, or as posted.
  const requested = await tx.db
    .select({ payment: payments, amount: paymentRefunds.amount })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(
      and(
        inArray(payments.creatorId, owners),
        eq(payments.book, book),
        eq(paymentRefunds.state, 'requested'),
      ),
    )
    .for('share', { of: paymentRefunds })
  const { balance } = await getOwed(tx, owners, { book, currency: CURRENCY }, tx.clock.now())
  const cost = [...requested, { payment, amount }].reduce((sum, each) => sum + costOf(each), 0)
  if (balance - cost >= -SALE_REFUND.owedAtMostCents) return
  throw new AppError(
    'payment_state',
    `With this refund you would owe back more than ${formatCents(SALE_REFUND.owedAtMostCents)}. Please ask us to refund it instead.`,
  )
}

/** What the creator gives of a refund. */
function costOf({ payment, amount }: { payment: PaymentRow; amount: number }): number {
  const after = { ...payment, refunded: payment.refunded + amount }
  return divideSale(payment).creator - divideSale(after).creator
}
