import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { GatewayError, type GatewayReference } from '../../../providers/payments/spec.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { reachBook } from '../gateway.ts'
import {
  changePayment,
  findPayment,
  lockPayment,
  movePayment,
  recordEvent,
  useNextKey,
} from '../payment.ts'
import { dueCents, keyOf } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import { requestRelease } from './request-release.ts'
import { giveUpCaptureAt, retryRefusedAt } from './rules.ts'

export const captureTask = defineTask({
  name: 'payments.capture',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  concurrency: 2,
})

/** Called in the transaction that records the delivered creation, so that both commit or neither. */
export async function requestCapture(tx: TxCtx, delivery: Delivery): Promise<void> {
  const payment = await lockPayment(tx, delivery.paymentId)
  if (payment.creationId === delivery.creationId) return
  assertOwnRun(payment, delivery)
  await movePayment(
    tx,
    payment,
    'capture_requested',
    { creationId: delivery.creationId, providerCost: Math.max(0, Math.round(delivery.costCents)) },
    { creation: delivery.creationId },
  )
  await sendCapture(tx, payment.id)
}

/**
 * Called in the transaction that ends the last row of a batch: captures what the delivered rows cost
 * together, which lets the rest go, or releases all where none was delivered.
 */
export async function settleBatchPayment(
  tx: TxCtx,
  { paymentId, delivered, first, costCents }: DeliveredRows,
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  const { units, amount, state } = payment
  if (state !== 'authorized' || !units) return
  if (!first) {
    const unused = await changePayment(tx, payment, { jobId: null, unusedSince: tx.clock.now() })
    await requestRelease(tx, unused, 'undelivered')
    return
  }
  const toCapture = (amount / units) * delivered
  const providerCost = Math.max(0, Math.round(costCents))
  await movePayment(
    tx,
    payment,
    'capture_requested',
    { ...first, toCapture, providerCost },
    { creation: first.creationId, rows: delivered, amount: toCapture },
  )
  await sendCapture(tx, paymentId)
}

interface DeliveredRows {
  paymentId: string
  delivered: number
  /** The first row that delivered, by which the payment is found; undefined where none did. */
  first: { jobId: string; creationId: string } | undefined
  /** The operator's cost of all rows. */
  costCents: number
}

export async function sendCapture(tx: TxCtx, paymentId: string): Promise<void> {
  await tx.queue.send(tx, captureTask, { paymentId }, { singletonKey: paymentId })
}

export interface Delivery {
  paymentId: string
  jobId: string
  creationId: string
  costCents: number
}

export function assertOwnRun(payment: PaymentRow, { jobId }: Delivery): void {
  if (payment.jobId === jobId) return
  throw new AppError('payment_state', 'This payment belongs to another remix.')
}

/**
 * Captures the payment of a delivered creation. Safe to kill at any point: the idempotency key makes
 * the gateway capture once, and settling posts once.
 */
export async function performCapture(from: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(from, paymentId)
  if (payment?.state !== 'capture_requested' || !payment.sessionId) return
  const ctx = reachBook(from, payment)
  if (!ctx) return
  const reference = { sessionId: payment.sessionId, intentId: payment.intentId }
  const key = keyOf('capture', payment.id, payment.keyNumber)
  try {
    await settlePayment(
      ctx,
      payment.id,
      await ctx.gateway.capture(reference, dueCents(payment), key),
    )
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    await lookAgain(ctx, payment, reference, error)
  }
}

/**
 * A refusal may mean that the capture is already done, or that the authorisation lapsed. While the
 * authorisation stands another key is safe, since the gateway captures only once.
 */
async function lookAgain(
  ctx: Ctx,
  payment: PaymentRow,
  reference: GatewayReference,
  error: GatewayError,
): Promise<void> {
  const view = await ctx.gateway.find({ sessionId: reference.sessionId })
  if (!view) throw error
  const settled = await settlePayment(ctx, payment.id, view)
  if (settled.state !== 'capture_requested') return
  await useNextKey(ctx, payment)
  if (error.kept) throw error
  await waitLonger(ctx, payment, `${error.code}: ${error.publicMessage}`)
  if (ctx.clock.now() < giveUpCaptureAt(settled)) return
  const key = keyOf('release', payment.id, payment.keyNumber)
  await settlePayment(ctx, payment.id, await ctx.gateway.release(reference, key))
}

/** Retries later: an operator can still repair a key without permission or a restricted account. */
async function waitLonger(ctx: Ctx, { id }: PaymentRow, failure: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment.state !== 'capture_requested') return
    const retryAt = retryRefusedAt(tx.clock.now())
    await tx.db.update(payments).set({ failure, retryAt }).where(eq(payments.id, id))
    if (payment.failure !== failure) await recordEvent(tx, id, 'capture.refused', { failure })
  })
  ctx.log.error(
    { paymentId: id, failure },
    'the gateway refuses a capture: the money stays held, and each hour it is asked again',
  )
}
