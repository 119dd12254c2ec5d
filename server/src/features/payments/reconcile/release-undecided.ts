import { and, eq, inArray, lte } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { bookOf } from '../../ledger/index.ts'
import { requestRelease } from '../capture/request-release.ts'
import { listGateways } from '../list-gateways.ts'
import { lockPayment } from '../lock-payment.ts'
import { payments } from '../tables.ts'

const AT_ONCE = 200

/** Releases what was authorised for proofs that got no answer in time. */
export async function releaseUndecided(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.book, listGateways(ctx).map(bookOf)),
        eq(payments.state, 'delivered'),
        lte(payments.decideBy, now),
      ),
    )
    .orderBy(payments.decideBy)
    .limit(AT_ONCE)
  for (const { id } of rows) {
    await inTransaction(ctx, async (tx) => {
      const payment = await lockPayment(tx, id)
      const undecided = payment.state === 'delivered' && payment.decideBy
      if (undecided && undecided <= now) await requestRelease(tx, payment, 'silence')
    })
  }
}
