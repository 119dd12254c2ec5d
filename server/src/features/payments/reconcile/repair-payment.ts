import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { GatewayError, type GatewayPayment } from '../../../providers/payments/spec.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { findPayment } from '../payment.ts'
import { keyOf } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import { comparePayment, type OurView } from './compare-payment.ts'
import type { Difference } from './difference.ts'
import { readOurs } from './our-payments.ts'

/**
 * Settles a payment that differs at the gateway, as its lost webhook would have done, or as an older
 * version failed to do. Marks the differences that are gone afterwards.
 */
export async function repairPayment(
  ctx: Ctx,
  our: OurView,
  their: GatewayPayment,
  found: Difference[],
): Promise<Difference[]> {
  // Where our own books disagree, settling would hide the cause.
  if (found.length === 0 || found.some(({ kind }) => kind === 'ledger')) return found
  const { id } = our.payment
  try {
    await settlePayment(ctx, id, await releaseRefused(ctx, our.payment, their))
    const [view, row] = await Promise.all([
      ctx.gateway.find({ sessionId: their.sessionId }),
      findPayment(ctx, id),
    ])
    const left = (await readOurs(ctx, row ? [row] : [])).flatMap((now) =>
      comparePayment(now, view ?? undefined, ctx.clock.now()),
    )
    return found.map((difference) =>
      left.some(({ kind }) => kind === difference.kind)
        ? difference
        : { ...difference, mended: true as const },
    )
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof AppError)) throw error
    ctx.log.warn({ err: error, paymentId: id }, 'a difference could not be put right')
    return found
  }
}

/** 0.1 treated any refused capture as final and left the buyer's authorisation open. */
async function releaseRefused(
  ctx: Ctx,
  { id, state, keyNumber }: PaymentRow,
  their: GatewayPayment,
): Promise<GatewayPayment> {
  if (state !== 'capture_failed' || their.state !== 'authorized') return their
  return ctx.gateway.release(their, keyOf('release', id, keyNumber))
}
