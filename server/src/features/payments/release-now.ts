import type { Ctx } from '../../ctx.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { performRelease } from './perform-release.ts'
import type { PaymentRow } from './tables.ts'

/** The answer should say how it ended; where the gateway does not answer now, the job goes on. */
export async function releaseNow(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  try {
    return (await performRelease(ctx, payment.id)) ?? payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return payment
  }
}
