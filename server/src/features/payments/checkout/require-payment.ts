import { formatCents } from '@vignette/contract/money.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Runnable } from '../../workflows/index.ts'
import { prepareSale } from './create-checkout-session.ts'
import { openCheckout } from './open-checkout.ts'
import { signPaymentLink } from './payment-link.ts'

/**
 * The refusal of a program's unpaid run: it names a page where a person pays. The
 * payment is for this run alone, which the same call begins once it is authorised.
 */
export async function requirePayment(
  ctx: Ctx,
  runnable: Runnable,
  want: Parameters<typeof prepareSale>[2] & {
    linkHash: string
    units?: number
    waiver?: WaiverBody | undefined
  },
): Promise<AppError> {
  const sold = await prepareSale(ctx, runnable, want)
  const { units, linkHash } = want
  // A browser comes back to the page of the batch, and needs no page in between.
  const isProgram = ctx.caller.via === 'bearer'
  const back = isProgram ? undefined : `${ctx.origin}/workflows/${runnable.workflowId}/batch`
  const { payment, sessionId, url } = await openCheckout(ctx, {
    ...sold,
    units,
    waiver: want.waiver,
    returns: { linkHash, back },
  })
  const amount = formatCents(payment.amount)
  const what = units ? `These ${units} rows cost ${amount}` : `This recipe costs ${amount} a remix`
  const words = `${what}. Have it paid at checkout_url, then call again.`
  return new AppError('payment_required', words, {
    payment: {
      checkout_url: isProgram ? `${ctx.origin}/pay#${signPaymentLink(ctx, payment)}` : url,
      session_id: sessionId,
      amount: payment.amount,
      currency: payment.currency,
      expires_at: payment.sessionExpiresAt.toISOString(),
    },
  })
}
