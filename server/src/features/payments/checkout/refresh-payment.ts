import { type Ctx, inTransaction } from '../../../ctx.ts'
import { requestRelease } from '../capture/request-release.ts'
import { lockPayment } from '../lock-payment.ts'
import type { PaymentRow } from '../tables.ts'
import { askGateway } from './ask-gateway.ts'
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
