import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { bookOf } from '../../ledger/index.ts'
import { performRelease } from '../capture/perform-release.ts'
import { requestRelease } from '../capture/request-release.ts'
import { recoverCheckout } from '../checkout/recover-checkout.ts'
import { lockPayment } from '../lock-payment.ts'
import { payments } from '../tables.ts'

const AT_ONCE = 200
export const OPEN = [
  'created',
  'authorized',
  'delivered',
  'capture_requested',
  'release_requested',
] as const

/**
 * After a change of gateway or keys no new run can use older payments: expires their checkouts and
 * releases unused authorisations where their gateway is reachable. A running job keeps its payment.
 */
export async function closeOtherBooks(ctx: Ctx): Promise<void> {
  if (ctx.otherGateways.length === 0) return
  const rows = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.book, ctx.otherGateways.map(bookOf)),
        or(
          eq(payments.state, 'created'),
          and(eq(payments.state, 'authorized'), isNull(payments.jobId)),
        ),
      ),
    )
    .limit(AT_ONCE)
  for (const payment of rows) {
    if (payment.state === 'created') {
      await (payment.sessionId ? performRelease(ctx, payment.id) : recoverCheckout(ctx, payment))
    } else {
      await inTransaction(ctx, async (tx) => {
        const now = await lockPayment(tx, payment.id)
        if (now.state === 'authorized' && !now.jobId) await requestRelease(tx, now, 'book')
      })
    }
  }
}
