import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { sumPostedByPayment } from '../../ledger/index.ts'
import { paymentDisputes } from '../disputes/tables.ts'
import { paymentRefunds } from '../refunds/tables.ts'
import type { PaymentRow } from '../tables.ts'
import type { OurView } from './compare-payment.ts'

const PAGE = 500

/** This server's rows of these payments with their ledger totals. */
export async function readOurs(ctx: Ctx, rows: PaymentRow[]): Promise<OurView[]> {
  const views: OurView[] = []
  for (let at = 0; at < rows.length; at += PAGE) {
    const page = rows.slice(at, at + PAGE)
    const ids = page.map((payment) => payment.id)
    const refunds = await ctx.db
      .select()
      .from(paymentRefunds)
      .where(inArray(paymentRefunds.paymentId, ids))
    const disputes = await ctx.db
      .select()
      .from(paymentDisputes)
      .where(inArray(paymentDisputes.paymentId, ids))
    const posted = await sumPostedByPayment(ctx, ids)
    for (const payment of page) {
      views.push({
        payment,
        refunds: refunds.filter((refund) => refund.paymentId === payment.id),
        disputes: disputes.filter((dispute) => dispute.paymentId === payment.id),
        posted: posted.get(payment.id) ?? { captured: 0, refunded: 0, disputed: 0, tax: 0 },
      })
    }
  }
  return views
}
