import { type Ctx, inTransaction } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { GatewayError, type GatewayEvent } from '../../../providers/payments/spec.ts'
import { eventTask } from './process-event.ts'
import { webhookEvents } from './tables.ts'

interface ReceiveWebhook {
  gateway: string
  rawBody: Buffer
  headers: Record<string, string | string[] | undefined>
}

/** Verifies the signature and stores the event once; a queued task processes the event. */
export async function receiveWebhook(
  ctx: Ctx,
  delivery: ReceiveWebhook,
): Promise<{ received: boolean }> {
  if (delivery.gateway !== ctx.gateway.id) {
    throw new AppError('bad_request', `This server takes no payments by ${delivery.gateway}.`)
  }
  const event = readEvent(ctx, delivery)
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const kept = await tx.db
      .insert(webhookEvents)
      .values({
        gateway: ctx.gateway.id,
        id: event.id,
        name: event.name,
        sessionId: event.about?.sessionId ?? null,
        intentId: event.about?.intentId ?? null,
        paymentId: event.about?.paymentId ?? null,
        warning: event.warning,
        occurredAt: event.occurredAt,
        receivedAt: now,
        ...(event.about ? {} : { processedAt: now, outcome: 'ignored' as const }),
      })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id })
    if (kept.length === 0 || !event.about) return
    const task = { gateway: ctx.gateway.id, eventId: event.id }
    await tx.queue.send(tx, eventTask, task, { singletonKey: event.id })
  })
  return { received: true }
}

function readEvent(ctx: Ctx, delivery: ReceiveWebhook): GatewayEvent {
  try {
    return ctx.gateway.readWebhook(delivery.rawBody, delivery.headers)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new AppError('bad_request', error.publicMessage, { cause: error })
  }
}
