import { type Ctx, inTransaction } from '../../../ctx.ts'
import { defineProcessPart } from '../../../platform/process-state.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { requestRelease } from '../capture/request-release.ts'
import { reachBook } from '../gateway.ts'
import { lockPayment } from '../payment.ts'
import { settlePayment } from '../settle-payment.ts'
import { neededUntil } from './rules.ts'

/**
 * Asks the gateway about a checkout whose webhook may be late, and about an authorisation that
 * expired during a run; an unreachable gateway changes nothing. Releases an unused authorisation
 * that may expire during the next run.
 */
export async function refreshPayment(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const { state, captureBefore } = payment
  const now = ctx.clock.now()
  const expired = state === 'authorized' && captureBefore !== null && captureBefore <= now
  const told = state === 'created' || expired ? await askGateway(ctx, payment) : payment
  return expiresTooSoon(told, now) ? releaseExpiring(ctx, told.id, now) : told
}

function expiresTooSoon({ state, jobId, captureBefore }: PaymentRow, now: Date): boolean {
  return (
    state === 'authorized' &&
    jobId === null &&
    captureBefore !== null &&
    captureBefore <= neededUntil(now)
  )
}

async function releaseExpiring(ctx: Ctx, paymentId: string, now: Date): Promise<PaymentRow> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    return expiresTooSoon(payment, now) ? requestRelease(tx, payment, 'time') : payment
  })
}

/** Reads the payment at the gateway; an unreachable gateway changes nothing. */
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

const ASK_EVERY_MS = 2_000

interface Ask {
  at: number
  /** The running request; undefined once the gateway has answered. */
  underWay: Promise<PaymentRow> | undefined
}

const asks = defineProcessPart(() => new Map<string, Ask>())

/**
 * Asks the gateway about a payment at most once in two seconds, since no rate limits readers; in
 * between the row answers. Each kind of reader has its own throttle, so that a paywall open in
 * another tab never delays a return from the checkout, and so has each event that is still to be processed.
 */
export async function throttleRefresh(
  ctx: Ctx,
  payment: PaymentRow,
  { reader, event = '' }: { reader: 'return' | 'page'; event?: string | undefined },
): Promise<PaymentRow> {
  const known = ctx.process.of(asks)
  const now = ctx.clock.now().getTime()
  // A clock that jumps back must not stop all requests until it has caught up.
  const isRecent = ({ at }: Ask) => Math.abs(now - at) < ASK_EVERY_MS
  const key = `${reader} ${payment.id} ${event}`
  const last = known.get(key)
  if (last && isRecent(last)) return (await last.underWay) ?? payment
  for (const [old, ask] of known) {
    if (isRecent(ask)) break
    known.delete(old)
  }
  const underWay = refreshPayment(ctx, payment)
  const ask: Ask = { at: now, underWay }
  known.set(key, ask)
  try {
    return await underWay
  } finally {
    ask.underWay = undefined
  }
}

/** The throttle for views of a recipe or its paywall. */
export const refreshForPage: typeof refreshPayment = (ctx, payment) =>
  throttleRefresh(ctx, payment, { reader: 'page' })
