import { formatCents } from '@vignette/contract/money.ts'
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
  want: Parameters<typeof prepareSale>[2] & { linkHash: string },
): Promise<AppError> {
  const sold = await prepareSale(ctx, runnable, want)
  const { payment, sessionId } = await openCheckout(ctx, {
    ...sold,
    returns: { linkHash: want.linkHash },
  })
  const words = `This recipe costs ${formatCents(payment.amount)} a remix. Have it paid at checkout_url, then call again.`
  return new AppError('payment_required', words, {
    payment: {
      checkout_url: `${ctx.origin}/pay#${signPaymentLink(ctx, payment)}`,
      session_id: sessionId,
      amount: payment.amount,
      currency: payment.currency,
      expires_at: payment.sessionExpiresAt.toISOString(),
    },
  })
}
