import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { currentBook } from '../current-book.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { findUnused, isExpiring, isFor } from './queries.ts'
import { refreshPayment } from './refresh-payment.ts'

/** The most open checkouts asked about at the gateway. */
const AT_MOST = 3

/**
 * The buyer's unused authorisation for a recipe. Without a known one, asks the gateway about open
 * checkouts first, since one may just have been paid in another tab.
 */
export async function findAuthorized(
  ctx: Ctx,
  buyerId: string,
  workflowId: string,
  refresh: typeof refreshPayment = refreshPayment,
): Promise<PaymentRow | undefined> {
  const known = await findUnused(ctx, buyerId, workflowId)
  if (known) return known
  const now = ctx.clock.now()
  const open = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        isFor(buyerId, workflowId),
        eq(payments.book, currentBook(ctx)),
        or(
          and(
            eq(payments.state, 'created'),
            isNotNull(payments.sessionId),
            gt(payments.sessionExpiresAt, now),
          ),
          isExpiring(now),
        ),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(AT_MOST)
  for (const payment of open) await refresh(ctx, payment)
  return open.length > 0 ? findUnused(ctx, buyerId, workflowId) : undefined
}
