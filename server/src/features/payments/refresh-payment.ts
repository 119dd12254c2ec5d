import { type Ctx, inTransaction } from '../../ctx.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { reachBook } from './find-gateway.ts'
import { lockPayment } from './move-payment.ts'
import { requestRelease } from './request-release.ts'
import { neededUntil } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'

/**
 * Asks the gateway about a checkout that our news may be late for, and about an authorization that
 * lapsed while a run had it; an unreachable gateway changes nothing. What is unused and may lapse
 * under the next run is let go.
 */
export async function refreshPayment(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const { state, captureBefore } = payment
  const now = ctx.clock.now()
  const lapsed = state === 'authorized' && captureBefore !== null && captureBefore <= now
  const told = state === 'created' || lapsed ? await askGateway(ctx, payment) : payment
  return lapsesTooSoon(told, now) ? releaseLapsing(ctx, told.id, now) : told
}

/** An unreachable gateway changes nothing. */
export async function askGateway(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const there = reachBook(ctx, payment)
  if (!payment.sessionId || !there) return payment
  try {
    const view = await there.gateway.find({ sessionId: payment.sessionId })
    return view ? await settlePayment(there, payment.id, view) : payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn({ err: error, paymentId: payment.id }, 'the gateway could not be asked')
    return payment
  }
}

function lapsesTooSoon({ state, jobId, captureBefore }: PaymentRow, now: Date): boolean {
  return (
    state === 'authorized' &&
    jobId === null &&
    captureBefore !== null &&
    captureBefore <= neededUntil(now)
  )
}

async function releaseLapsing(ctx: Ctx, paymentId: string, now: Date): Promise<PaymentRow> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    return lapsesTooSoon(payment, now) ? requestRelease(tx, payment, 'time') : payment
  })
}
