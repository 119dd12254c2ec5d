import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { payments } from '../tables.ts'
import { endCheckout } from './end-checkout.ts'

/** The most open checkouts that are ended at the gateway. */
const AT_MOST = 3

/** Ends the buyer's unpaid checkouts that use a code: the next checkout may need the same use. */
export async function endOwnCheckouts(ctx: Ctx, buyerId: string): Promise<void> {
  const open = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.buyerId, buyerId),
        eq(payments.state, 'created'),
        isNotNull(payments.codeId),
        isNotNull(payments.sessionId),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(AT_MOST)
  for (const { id } of open) await endCheckout(ctx, id)
}
