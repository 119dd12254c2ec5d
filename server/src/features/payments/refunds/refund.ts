import { currencyHere } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { SALE_REFUND } from '@vignette/contract/money-limits.ts'
import { REFUND_REASONS } from '@vignette/contract/sale-words.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  type PaymentRow,
  paymentRefunds,
  payments,
  type RefundRow,
} from '../../../schema/payments.ts'
import { listOwners } from '../../identity/index.ts'
import { getOwed } from '../../ledger/index.ts'
import { listDisputes } from '../disputes/dispute.ts'
import { findGateway } from '../gateway.ts'
import type { Reader } from '../payment.ts'
import { isTaken } from '../rules.ts'
import { divideSale } from '../shares.ts'
import { isCounted, refundableCents } from './rules.ts'

export async function listRefunds(ctx: Reader, paymentId: string): Promise<RefundRow[]> {
  return ctx.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, paymentId))
    .orderBy(asc(paymentRefunds.id))
}

/** Refunds that went out. */
export async function listCountedRefunds(ctx: Reader, paymentId: string): Promise<RefundRow[]> {
  return (await listRefunds(ctx, paymentId)).filter(({ state }) => isCounted(state))
}

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
  const { balance } = await getOwed(tx, owners, { book, currency: currencyHere() }, tx.clock.now())
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

/** Why the buyer gets money back, as one sentence; null for an operator's refund, whose reason is for the records. */
export function describeRefund({ by, code }: RefundRow): string | null {
  if (by === 'creator' && code) return `The creator refunded this: ${lower(REFUND_REASONS[code])}.`
  if (by === 'case') return 'This answers your report that something is wrong.'
  if (by === 'gateway') return 'This was refunded at the payment provider.'
  if (by === 'withdrawal') return 'You withdrew from the contract.'
  if (by === 'rule') return 'This was charged although nothing was delivered.'
  return null
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
