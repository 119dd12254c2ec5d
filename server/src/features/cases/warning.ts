import type { WarningView } from '@vignette/contract/disputes.ts'
import { and, desc, eq, gte, notExists, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type PaymentRow, paymentDisputes, payments } from '../../schema/payments.ts'
import { isStaff, requireVisitor } from '../identity/index.ts'
import { listRefunds, refundableCents, refundPayment, shareOf } from '../payments/index.ts'
import { isSaleOf } from './dispute.ts'
import { WARNING_DAYS } from './rules-evidence.ts'

const SHOWN = 50
const DAY_MS = 86_400_000

/** Sales that a bank warned of, that are not refunded, and that no dispute has reached. */
export async function findWarned(ctx: Ctx, which: SQL | undefined): Promise<PaymentRow[]> {
  const since = new Date(ctx.clock.now().getTime() - WARNING_DAYS * DAY_MS)
  const disputed = ctx.db
    .select({ id: paymentDisputes.id })
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, payments.id))
  return ctx.db
    .select()
    .from(payments)
    .where(and(which, gte(payments.warnedAt, since), notExists(disputed)))
    .orderBy(desc(payments.warnedAt))
    .limit(SHOWN)
}

export async function listWarnings(ctx: Ctx, which: SQL | undefined): Promise<WarningView[]> {
  const rows = await findWarned(ctx, which)
  const views = await Promise.all(rows.map((row) => viewWarning(ctx, row)))
  return views.filter(({ amount }) => amount > 0)
}

export async function viewWarning(ctx: Ctx, payment: PaymentRow): Promise<WarningView> {
  const amount = refundableCents(payment.captured, await listRefunds(ctx, payment.id), [])
  return {
    payment_id: payment.id,
    recipe: payment.workflowName,
    amount,
    share: shareOf(payment, amount),
    warned_at: (payment.warnedAt ?? payment.movedAt).toISOString(),
    test_mode: payment.testMode,
  }
}

/** One click of the operator, or of the sale's creator, in place of a dispute. */
export async function refundWarnedPayment(
  ctx: Ctx,
  paymentId: string,
): Promise<{ amount: number }> {
  const mine = isStaff(ctx, 'refundWarnedPayment')
    ? undefined
    : await isSaleOf(ctx, requireVisitor(ctx))
  const [payment] = await findWarned(ctx, and(eq(payments.id, paymentId), mine))
  if (!payment) throw new AppError('not_found', 'There is no such warning.')
  // The rest under the payment's lock: a second click finds nothing left.
  const { amount } = await refundPayment(ctx, {
    paymentId: payment.id,
    reason: 'the buyer’s bank warned of fraud',
  })
  return { amount }
}
