import type { SaleView } from '@vignette/contract/sales.ts'
import { sampleId } from './samples.ts'

/** A pending sale of $3.00. */
export function sampleSale(over: Partial<SaleView> = {}): SaleView {
  return {
    id: sampleId(2_000),
    state: 'pending',
    sold_at: '2026-11-20T10:00:00Z',
    workflow_id: sampleId(1),
    workflow_version: 2,
    workflow_name: 'Riso poster',
    price: 300,
    full_price: 300,
    code: null,
    source: 'discover',
    tax: 0,
    refunded: 0,
    refunding: 0,
    disputed: 0,
    lost: 0,
    share: 210,
    share_percent: 70,
    card_fee: 39,
    card_fee_paid_by: 'platform',
    clears_at: '2026-11-27T10:00:00Z',
    payouts: [],
    paid: 0,
    unpaid: 210,
    refunds: [],
    disputes: [],
    refundable: 300,
    refund_refusal: null,
    ...over,
  }
}
