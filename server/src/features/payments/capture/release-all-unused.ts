import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { lockPayment } from '../lock-payment.ts'
import { payments } from '../tables.ts'
import type { Gone } from './find-gone.ts'
import { releaseUnused } from './release-unused.ts'

/** A condition: an authorisation without a run or for a proof, or a checkout that may still be paid. */
export const isReleasable = or(
  eq(payments.state, 'delivered'),
  and(
    isNull(payments.jobId),
    or(
      eq(payments.state, 'authorized'),
      and(eq(payments.state, 'created'), isNotNull(payments.sessionId)),
    ),
  ),
)

export async function releaseAllUnused(tx: TxCtx, buyerId: string, by: Gone): Promise<void> {
  const open = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.buyerId, buyerId), isReleasable))
    .orderBy(payments.id)
  for (const { id } of open) await releaseUnused(tx, await lockPayment(tx, id), by)
}
