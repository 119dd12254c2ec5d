import { asc, eq, isNull } from 'drizzle-orm'
import type { Desk } from '../../payments/sandbox/change-checkout.ts'
import type { Post } from '../../payments/sandbox/deliver-events.ts'
import { SIGNATURE_HEADER, signWebhook } from '../../payments/sandbox/sign-webhook.ts'
import { settleBankPayouts } from './settle-bank-payouts.ts'
import { sandboxPayoutEvents } from './tables.ts'

const DELIVERIES_AT_ONCE = 200

/** Lets the banks answer, then delivers pending events; the first failure leaves the rest for later. */
export async function deliverPayoutEvents(desk: Desk, post: Post): Promise<void> {
  await settleBankPayouts(desk)
  const waiting = await desk.db
    .select()
    .from(sandboxPayoutEvents)
    .where(isNull(sandboxPayoutEvents.deliveredAt))
    .orderBy(asc(sandboxPayoutEvents.id))
    .limit(DELIVERIES_AT_ONCE)
  for (const event of waiting) {
    const body = Buffer.from(
      JSON.stringify({
        id: event.id,
        type: event.name,
        created: event.occurredAt.toISOString(),
        about: { accountId: event.accountId, transferId: event.transferId },
      }),
    )
    const signature = signWebhook(post.webhookSecret, body, desk.clock.now())
    await post.deliver(body, { [SIGNATURE_HEADER]: signature })
    await desk.db
      .update(sandboxPayoutEvents)
      .set({ deliveredAt: desk.clock.now() })
      .where(eq(sandboxPayoutEvents.id, event.id))
  }
}
