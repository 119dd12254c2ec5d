import type { PaymentCase } from '@vignette/contract/cases.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId } from '../identity/index.ts'
import { readReceiptLink } from '../notices/index.ts'
import { type PaymentRow, payments } from '../payments/index.ts'
import { viewPaymentCase } from './get-payment-case.ts'

export async function getSignedCase(ctx: Ctx, { token }: { token: string }): Promise<PaymentCase> {
  return viewPaymentCase(ctx, await readSignedPayment(ctx, token))
}

/**
 * The payment that a receipt's link names, as long as the person who received the link, or the
 * account that claimed that visitor, is its buyer.
 */
export async function readSignedPayment(ctx: Ctx, token: string): Promise<PaymentRow> {
  const link = readReceiptLink(ctx, token)
  const [payment] = link
    ? await ctx.db.select().from(payments).where(eq(payments.id, link.paymentId))
    : []
  const buyer = link && (await findByAnyId(ctx, link.buyerId))
  if (!payment || !buyer || payment.buyerId !== buyer.id || buyer.bannedAt || buyer.deletedAt) {
    throw new AppError(
      'not_found',
      'This link is not whole, older than 180 days, or its purchase belongs to another account now.',
    )
  }
  return payment
}
