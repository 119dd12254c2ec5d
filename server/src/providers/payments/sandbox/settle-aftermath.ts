import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { announce, type Desk, getCheckout, refusal, transact } from './change-checkout.ts'
import { type SandboxCheckout, sandboxDisputes, sandboxRefunds } from './tables.ts'

const DISPUTE_FEE = 1500

export async function openDispute(
  desk: Desk,
  db: Db,
  checkout: SandboxCheckout,
  wanted?: number,
): Promise<string> {
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.checkoutId, checkout.id))
  const refunded = refunds.reduce(
    (sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount),
    0,
  )
  const amount = wanted ?? checkout.captured - refunded
  if (checkout.state !== 'captured' || amount < 1) {
    throw refusal('nothing_to_dispute', 'Only captured money can be disputed.')
  }
  const id = `du_${randomBytes(12).toString('hex')}`
  await db.insert(sandboxDisputes).values({
    id,
    checkoutId: checkout.id,
    amount,
    fee: DISPUTE_FEE,
    state: 'opened',
    createdAt: desk.clock.now(),
  })
  await transact(desk, db, checkout, 'adjustment', -amount - DISPUTE_FEE)
  await announce(desk, db, checkout.id, 'charge.dispute.created')
  return id
}

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

/** On an appeal a lost dispute may be won, and a won one lost. */
export async function closeDispute(desk: Desk, id: string, outcome: 'won' | 'lost'): Promise<void> {
  await changeDispute(desk, id, { state: outcome }, 'charge.dispute.closed')
}

export async function changeDispute(
  desk: Desk,
  id: string,
  set: { state: 'won' | 'lost' } | { amount: number },
  event = 'charge.dispute.updated',
): Promise<void> {
  await desk.db.transaction(async (db) => {
    const which = eq(sandboxDisputes.id, id)
    const [before] = await db.select().from(sandboxDisputes).where(which).for('update')
    const [changed] = await db.update(sandboxDisputes).set(set).where(which).returning()
    if (!before || !changed) throw refusal('resource_missing', 'No such dispute.')
    const taken = ({ state, amount }: typeof before) => (state === 'won' ? 0 : amount)
    const net = taken(before) - taken(changed)
    await transact(desk, db, await getCheckout(db, changed.checkoutId), 'adjustment', net)
    await announce(desk, db, changed.checkoutId, event)
  })
}
