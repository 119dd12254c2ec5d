import { and, eq, lte, or } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { sandboxCheckouts, sandboxRefunds } from './tables.ts'

/** Stripe's test cards take “some time”; a minute lets a person see both states. */
const DELAY_MS = 60_000

/** Refunds that end later: one kind waits and succeeds, another succeeds and then fails. */
export async function listDueRefunds(
  db: Db,
  now: Date,
): Promise<{ id: string; outcome: 'succeeded' | 'failed' }[]> {
  const rows = await db
    .select({ id: sandboxRefunds.id, later: sandboxCheckouts.later })
    .from(sandboxRefunds)
    .innerJoin(sandboxCheckouts, eq(sandboxCheckouts.id, sandboxRefunds.checkoutId))
    .where(
      and(
        lte(sandboxRefunds.createdAt, new Date(now.getTime() - DELAY_MS)),
        or(
          and(eq(sandboxCheckouts.later, 'refund_pending'), eq(sandboxRefunds.state, 'pending')),
          and(eq(sandboxCheckouts.later, 'refund_fails'), eq(sandboxRefunds.state, 'succeeded')),
        ),
      ),
    )
  return rows.map(({ id, later }) => ({
    id,
    outcome: later === 'refund_pending' ? 'succeeded' : 'failed',
  }))
}
