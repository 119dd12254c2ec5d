import { and, asc, eq, isNull, lte, or } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { closeDueDisputes } from './change-dispute.ts'
import { bySession, changeCheckout, type Desk } from './checkout.ts'
import { settleRefund } from './payment.ts'
import { sandboxCheckouts, sandboxEvents, sandboxRefunds } from './tables.ts'
import { SIGNATURE_HEADER, signWebhook } from './webhook.ts'

/** Stripe's test cards take “some time”; a minute lets a person see both states. */
const DELAY_MS = 60_000

const DELIVERIES_AT_ONCE = 200

/** The receiver of events, and the secret that signs them. */
export interface Post {
  webhookSecret: string
  deliver(rawBody: Buffer, headers: Record<string, string>): Promise<void>
}

/** Expires what is due, then delivers pending events; after the first failure the rest wait for the next call. */
export async function deliverEvents(desk: Desk, post: Post): Promise<void> {
  const now = desk.clock.now()
  const expired = await desk.db
    .select({ id: sandboxCheckouts.id })
    .from(sandboxCheckouts)
    .where(
      or(
        and(eq(sandboxCheckouts.state, 'open'), lte(sandboxCheckouts.expiresAt, now)),
        and(eq(sandboxCheckouts.state, 'authorized'), lte(sandboxCheckouts.captureBefore, now)),
      ),
    )
    .limit(DELIVERIES_AT_ONCE)
  for (const { id } of expired) await changeCheckout(desk, bySession(id), async () => undefined)
  for (const { id, outcome } of await listDueRefunds(desk.db, now)) {
    await settleRefund(desk, id, outcome)
  }
  await closeDueDisputes(desk)
  const waiting = await desk.db
    .select({ event: sandboxEvents, checkout: sandboxCheckouts })
    .from(sandboxEvents)
    .innerJoin(sandboxCheckouts, eq(sandboxCheckouts.id, sandboxEvents.checkoutId))
    .where(isNull(sandboxEvents.deliveredAt))
    .orderBy(asc(sandboxEvents.id))
    .limit(DELIVERIES_AT_ONCE)
  for (const { event, checkout } of waiting) {
    const body = Buffer.from(
      JSON.stringify({
        id: event.id,
        type: event.name,
        created: event.occurredAt.toISOString(),
        about: {
          sessionId: checkout.id,
          intentId: checkout.intentId,
          paymentId: checkout.paymentId,
        },
      }),
    )
    const signature = signWebhook(post.webhookSecret, body, desk.clock.now())
    await post.deliver(body, { [SIGNATURE_HEADER]: signature })
    await desk.db
      .update(sandboxEvents)
      .set({ deliveredAt: desk.clock.now() })
      .where(eq(sandboxEvents.id, event.id))
  }
}

/** Refunds that end later: one kind waits and succeeds, another succeeds and then fails. */
async function listDueRefunds(
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
