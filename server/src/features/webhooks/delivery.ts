import { WEBHOOK, WEBHOOK_TEST } from '@vignette/contract/webhook-words.ts'
import type { WebhookDeliveryView } from '@vignette/contract/webhooks.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import {
  type WebhookDeliveryRow,
  webhookDeliveries,
  webhookEndpoints,
} from '../../schema/webhooks.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwnWebhook } from './endpoint.ts'
import { writeBody } from './record-event.ts'
import { sendWebhooks } from './send-webhooks.ts'

export async function listWebhookDeliveries(
  ctx: Ctx,
  id: string,
): Promise<{ items: WebhookDeliveryView[]; next_cursor: null }> {
  await getOwnWebhook(ctx, id)
  const rows = await ctx.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, id))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(WEBHOOK.kept)
  return { items: rows.map(viewDelivery), next_cursor: null }
}

/** Under the id that it has; one that waits for its turn is tried now, and keeps its place. */
export async function sendWebhookDelivery(
  ctx: Ctx,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDeliveryView> {
  return byHand(ctx, id, async (tx) => {
    const own = and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id))
    const [row] = await tx.db.select().from(webhookDeliveries).where(own).for('update')
    if (!row) throw new AppError('not_found', 'There is no such delivery.')
    if (row.state === 'waiting') return row
    const [again] = await tx.db
      .update(webhookDeliveries)
      .set({
        state: 'waiting',
        byHand: true,
        status: null,
        answer: null,
        error: null,
        tookMs: null,
      })
      .where(own)
      .returning()
    return again
  })
}

export async function testWebhook(ctx: Ctx, id: string): Promise<WebhookDeliveryView> {
  return byHand(ctx, id, async (tx) => {
    const createdAt = tx.clock.now()
    const [row] = await tx.db
      .insert(webhookDeliveries)
      .values({
        id: newId(),
        endpointId: id,
        type: WEBHOOK_TEST,
        body: writeBody(WEBHOOK_TEST, createdAt, { webhook_id: id }),
        state: 'waiting',
        byHand: true,
        createdAt,
      })
      .returning()
    return row
  })
}

/** What a person asks for goes at once, also to an endpoint that rests. */
async function byHand(
  ctx: Ctx,
  id: string,
  ask: (tx: TxCtx) => Promise<WebhookDeliveryRow | undefined>,
): Promise<WebhookDeliveryView> {
  return inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { state } = await getOwnWebhook(tx, id)
    if (state !== 'on') throw new AppError('conflict', 'Resume this webhook first.')
    const row = await ask(tx)
    if (!row) throw new Error('the delivery was not written')
    await tx.db
      .update(webhookEndpoints)
      .set({ nextAt: tx.clock.now() })
      .where(eq(webhookEndpoints.id, id))
    await tx.queue.send(tx, sendWebhooks, { endpointId: id })
    return viewDelivery(row)
  })
}

function viewDelivery(row: WebhookDeliveryRow): WebhookDeliveryView {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    took_ms: row.tookMs,
    status: row.status,
    answer: row.answer,
    error: row.error,
  }
}
