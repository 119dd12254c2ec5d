import { and, eq, ne } from 'drizzle-orm'
import { announce, type Desk, getCheckout, refusal, transact } from './change-checkout.ts'
import { sandboxRefunds } from './tables.ts'

export async function settleRefund(
  desk: Desk,
  id: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  await desk.db.transaction(async (db) => {
    const [settled] = await db
      .update(sandboxRefunds)
      .set({ state: outcome })
      .where(and(eq(sandboxRefunds.id, id), ne(sandboxRefunds.state, outcome)))
      .returning()
    if (!settled) throw refusal('resource_missing', 'No such refund.')
    const { checkoutId, amount } = settled
    if (outcome === 'failed') {
      await transact(desk, db, await getCheckout(db, checkoutId), 'refund_failure', amount)
    }
    const name = outcome === 'failed' ? 'refund.failed' : 'refund.updated'
    await announce(desk, db, settled.checkoutId, name)
  })
}
