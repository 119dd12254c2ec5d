import { and, between, eq, isNull, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TxCtx } from '../../ctx.ts'
import { creations } from '../creations/index.ts'
import { type PaymentRow, paymentRefunds, payments } from '../payments/index.ts'
import { cases } from './tables.ts'

const HOUR_MS = 3_600_000

/**
 * Another payment of the buyer for the same version and inputs within an hour, of which nothing was
 * given back and no case was opened: the buyer keeps one of the two.
 */
export async function findDoubleCharge(
  tx: TxCtx,
  payment: PaymentRow,
): Promise<string | undefined> {
  const { creationId, capturedAt } = payment
  if (!creationId || !capturedAt) return undefined
  const own = alias(creations, 'own')
  const around = (ms: number) => new Date(capturedAt.getTime() + ms)
  const [found] = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(creations, eq(creations.id, payments.creationId))
    .innerJoin(own, eq(own.id, creationId))
    .where(
      and(
        ne(payments.id, payment.id),
        eq(payments.buyerId, payment.buyerId),
        eq(payments.workflowId, payment.workflowId),
        eq(payments.workflowVersion, payment.workflowVersion),
        eq(payments.state, 'captured'),
        eq(payments.book, payment.book),
        eq(payments.refunded, 0),
        eq(payments.disputed, 0),
        between(payments.capturedAt, around(-HOUR_MS), around(HOUR_MS)),
        // The inputs of a deleted creation are forgotten, so that they say nothing.
        isNull(creations.deletedAt),
        isNull(own.deletedAt),
        eq(creations.inputs, own.inputs),
        notExists(tx.db.select().from(cases).where(eq(cases.paymentId, payments.id))),
        // Payments with a refund that was requested but not booked yet.
        notExists(
          tx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, payments.id)),
        ),
      ),
    )
    .limit(1)
  return found?.id
}
