import type { Ctx } from '../../../ctx.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import type { PaymentRow } from '../tables.ts'
import { performRelease } from './perform-release.ts'

/**
 * Releases at once so that the answer shows the outcome; where the gateway does not answer, the queued task
 * continues.
 */
export async function releaseNow(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  try {
    return (await performRelease(ctx, payment.id)) ?? payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return payment
  }
}
