import { namePayout } from '@vignette/contract/payout-words.ts'
import type { SaleView } from '@vignette/contract/sales.ts'
import { asc, inArray } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import {
  type DisputeRow,
  type PaymentRow,
  paymentDisputes,
  paymentRefunds,
  type RefundRow,
} from '../../../schema/payments.ts'
import { codes } from '../../../schema/promotion.ts'
import { sumByPayment, taxesIn } from '../../ledger/index.ts'
import { refundableCents } from '../refunds/rules.ts'
import { dueCents } from '../rules.ts'
import { sumTax } from '../shares.ts'
import { listPartsOfSales } from './paid-in.ts'
import { findRefundRefusal, stateOf } from './rules.ts'

interface SaleRow {
  payment: PaymentRow
  clearsAt: Date | null
}

/** What a creator sees of these sales, in their order. */
export async function describeSales(ctx: Ctx, sales: readonly SaleRow[]): Promise<SaleView[]> {
  if (sales.length === 0) return []
  const ids = sales.map(({ payment }) => payment.id)
  const sums = await sumByPayment(ctx, ids)
  const payouts = Map.groupBy(await listPartsOfSales(ctx, ids), ({ paymentId }) => paymentId)
  const refunds = Map.groupBy(
    await ctx.db
      .select()
      .from(paymentRefunds)
      .where(inArray(paymentRefunds.paymentId, ids))
      .orderBy(asc(paymentRefunds.id)),
    ({ paymentId }) => paymentId,
  )
  const disputes = Map.groupBy(
    await ctx.db
      .select()
      .from(paymentDisputes)
      .where(inArray(paymentDisputes.paymentId, ids))
      .orderBy(asc(paymentDisputes.createdAt)),
    ({ paymentId }) => paymentId,
  )
  const codeIds = sales.flatMap(({ payment: { codeId } }) => codeId ?? [])
  const named =
    codeIds.length > 0 ? await ctx.db.select().from(codes).where(inArray(codes.id, codeIds)) : []
  const codeOf = new Map(named.map(({ id, code }) => [id, code]))
  return sales.map(({ payment, clearsAt }) => {
    const given = refunds.get(payment.id) ?? []
    const contested = disputes.get(payment.id) ?? []
    if (!clearsAt || !payment.capturedAt) throw new Error(`the sale ${payment.id} has no capture`)
    const dates = { clearsAt, capturedAt: payment.capturedAt }
    const paidIn = payouts.get(payment.id) ?? []
    const paid = paidIn.reduce((total, each) => total + each.paid, 0)
    const sum = sums.get(payment.id) ?? { share: 0, cardFee: 0 }
    const now = ctx.clock.now()
    return {
      ...viewMoney(payment, { ...dates, refunds: given, disputes: contested }, now),
      code: codeOf.get(payment.codeId ?? '') ?? null,
      share: sum.share,
      card_fee: sum.cardFee,
      payouts: paidIn.map((each) => ({
        id: each.id,
        state: each.state,
        words: namePayout(each),
        created_at: each.createdAt.toISOString(),
        paid: each.paid,
      })),
      paid,
      unpaid: sum.share - paid,
    }
  })
}

interface Around {
  clearsAt: Date
  capturedAt: Date
  refunds: RefundRow[]
  disputes: DisputeRow[]
}

function viewMoney(
  payment: PaymentRow,
  { clearsAt, capturedAt, refunds, disputes }: Around,
  now: Date,
): Omit<SaleView, 'code' | 'share' | 'card_fee' | 'payouts' | 'paid' | 'unpaid'> {
  const { captured, refunded, disputed, lost } = payment
  const left = refundableCents(captured, refunds, disputes)
  const refusal = findRefundRefusal({ ...payment, capturedAt, refundable: left }, now)
  const requested = refunds.filter(({ state }) => state === 'requested')
  return {
    id: payment.id,
    state: stateOf({ ...payment, clearsAt }, now),
    sold_at: capturedAt.toISOString(),
    workflow_id: payment.workflowId,
    workflow_version: payment.workflowVersion,
    workflow_name: payment.workflowName,
    price: captured,
    full_price: payment.fullPrice ?? dueCents(payment),
    source: payment.cameFrom,
    tax: sumTax(taxesIn(payment.taxes, captured, payment.amount)),
    refunded,
    refunding: requested.reduce((sum, { amount }) => sum + amount, 0),
    disputed,
    lost,
    share_percent: payment.sharePercent,
    card_fee_paid_by: 'platform',
    clears_at: clearsAt.toISOString(),
    refunds: refunds.map(({ amount, state, by, code, note, failure, createdAt }) => ({
      amount,
      state,
      by,
      reason: code,
      note,
      failure,
      created_at: createdAt.toISOString(),
    })),
    disputes: disputes.map(({ amount, state, createdAt }) => ({
      amount,
      state,
      created_at: createdAt.toISOString(),
    })),
    refundable: refusal === null ? left : 0,
    refund_refusal: refusal,
  }
}
