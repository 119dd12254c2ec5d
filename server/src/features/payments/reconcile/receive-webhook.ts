import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { derivedId } from '../../../platform/ids.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { GatewayError, type GatewayEvent } from '../../../providers/payments/spec.ts'
import { type PaymentRow, webhookEvents } from '../../../schema/payments.ts'
import { listStaff } from '../../identity/index.ts'
import { notify } from '../../notices/index.ts'
import { findGateway, listGateways } from '../gateway.ts'
import { changePayment, findPayment, lockPayment, recordEvent } from '../payment.ts'
import { isTaken } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import { findByReference } from './our-payments.ts'

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
  const event = await readEvent(ctx, delivery)
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

async function readEvent(ctx: Ctx, delivery: ReceiveWebhook): Promise<GatewayEvent> {
  try {
    return await ctx.gateway.readWebhook(delivery.rawBody, delivery.headers)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new AppError('bad_request', error.publicMessage, { cause: error })
  }
}

export const eventTask = defineTask({
  name: 'payments.process-event',
  data: z.object({ gateway: z.string(), eventId: z.string() }),
  retryLimit: 10,
  concurrency: 2,
  run: (ctx: Ctx, { gateway, eventId }) => processEvent(ctx, gateway, eventId),
})

/** Reads the current state at the gateway of the event's payment, so that the event's age does not matter. */
export async function processEvent(ctx: Ctx, gateway: string, eventId: string): Promise<void> {
  const which = and(eq(webhookEvents.gateway, gateway), eq(webhookEvents.id, eventId))
  const [event] = await ctx.db.select().from(webhookEvents).where(which)
  if (!event || event.processedAt) return
  const payment = await settleSubject(ctx, event)
  await inTransaction(ctx, async (tx) => {
    const done = await tx.db
      .update(webhookEvents)
      .set({ processedAt: tx.clock.now(), outcome: payment ? 'settled' : 'unmatched' })
      .where(and(which, eq(webhookEvents.receivedAt, event.receivedAt)))
      .returning({ id: webhookEvents.id })
    if (payment && done.length > 0 && event.warning) {
      const { warning, occurredAt: warnedAt } = event
      await recordEvent(tx, payment.id, 'gateway.warning', { warning })
      const locked = await lockPayment(tx, payment.id)
      await notifyOfWarning(tx, await changePayment(tx, locked, { warnedAt }))
    }
  })
  if (event.warning) ctx.log.warn({ paymentId: payment?.id, warning: event.warning }, 'gateway')
}

async function settleSubject(
  ctx: Ctx,
  event: typeof webhookEvents.$inferSelect,
): Promise<PaymentRow | undefined> {
  const known = await findByReference(ctx, event)
  const gateway = known
    ? findGateway(ctx, known)
    : listGateways(ctx).find(({ id }) => id === event.gateway)
  if (!gateway) return undefined
  const sessionId = known?.sessionId ?? event.sessionId
  const view = sessionId
    ? await gateway.find({ sessionId })
    : event.intentId
      ? await gateway.find({ intentId: event.intentId })
      : null
  if (!view) return undefined
  const payment = known ?? (await findByReference(ctx, view))
  if (!payment) return undefined
  await settlePayment({ ...ctx, gateway }, payment.id, view)
  return findPayment(ctx, payment.id)
}

/** Tells the creator and the operators that a refund now is cheaper than the dispute that may follow. */
async function notifyOfWarning(tx: TxCtx, payment: PaymentRow): Promise<void> {
  if (!isTaken(payment.state)) return
  const { id, workflowName: recipe, captured: cents, testMode: test } = payment
  const told = new Set([
    ...(payment.creatorId ? [payment.creatorId] : []),
    ...(await listStaff(tx, 'finance')),
  ])
  for (const to of told) {
    const operator = to !== payment.creatorId
    const subjectId = derivedId('warning', id, to)
    await notify(tx, {
      to,
      subjectId,
      kind: 'fraud_warning',
      facts: { recipe, cents, test, operator },
    })
  }
}
