import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireVisitor } from '../identity/index.ts'
import { payments, refundPayment } from '../payments/index.ts'
import { findWarned } from './list-warnings.ts'
import { isSaleOf } from './queries.ts'

/** One click of the operator, or of the sale's creator, in place of a dispute. */
export async function refundWarnedPayment(
  ctx: Ctx,
  paymentId: string,
): Promise<{ amount: number }> {
  const caller = requireVisitor(ctx)
  const mine = caller.admin ? undefined : await isSaleOf(ctx, caller)
  const [payment] = await findWarned(ctx, and(eq(payments.id, paymentId), mine))
  if (!payment) throw new AppError('not_found', 'There is no such warning.')
  // The rest under the payment's lock: a second click finds nothing left.
  const { amount } = await refundPayment(ctx, {
    paymentId: payment.id,
    reason: 'the buyer’s bank warned of fraud',
  })
  return { amount }
}
