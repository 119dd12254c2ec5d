import type { PaymentCase } from '@vignette/contract/cases.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { PaymentRow } from '../payments/index.ts'
import { getBought } from './open-case.ts'
import { openUntil, whyNoCase } from './rules.ts'
import { cases } from './tables.ts'
import { viewCase } from './view-case.ts'

export async function getPaymentCase(ctx: Ctx, paymentId: string): Promise<PaymentCase> {
  return viewPaymentCase(ctx, await getBought(ctx, paymentId))
}

export async function viewPaymentCase(ctx: Ctx, payment: PaymentRow): Promise<PaymentCase> {
  const [row] = await ctx.db.select().from(cases).where(eq(cases.paymentId, payment.id))
  return {
    case: row ? await viewCase(ctx, { row, payment }, 'buyer') : null,
    why_not: whyNoCase(payment, ctx.clock.now()),
    until: openUntil(payment)?.toISOString() ?? null,
  }
}
