import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { derivedId } from '../../../platform/ids.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { listAdmins } from '../../identity/index.ts'
import { tell } from '../../notices/index.ts'
import { changePayment } from '../change-payment.ts'
import { findGateway } from '../find-gateway.ts'
import { listGateways } from '../list-gateways.ts'
import { lockPayment } from '../lock-payment.ts'
import { findPayment } from '../queries.ts'
import { recordEvent } from '../record-event.ts'
import { isTaken } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import type { PaymentRow } from '../tables.ts'
import { findByReference } from './queries.ts'
import { webhookEvents } from './tables.ts'

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
      await tellOfWarning(tx, await changePayment(tx, locked, { warnedAt }))
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
async function tellOfWarning(tx: TxCtx, payment: PaymentRow): Promise<void> {
  if (!isTaken(payment.state)) return
  const { id, workflowName: recipe, captured: cents, testMode: test } = payment
  const told = new Set([
    ...(payment.creatorId ? [payment.creatorId] : []),
    ...(await listAdmins(tx)),
  ])
  for (const to of told) {
    const operator = to !== payment.creatorId
    const subjectId = derivedId('warning', id, to)
    await tell(tx, {
      to,
      subjectId,
      kind: 'fraud_warning',
      facts: { recipe, cents, test, operator },
    })
  }
}
