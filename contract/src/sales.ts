import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { cents, oneLine, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { SALE_REFUND } from './money-limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { PAYOUT_STATES } from './payout-words.ts'
import {
  REFUND_REASONS,
  REFUND_SOURCES,
  REFUND_STATES,
  type RefundReason,
  SALE_STATES,
} from './sale-words.ts'

const REASONS = Object.keys(REFUND_REASONS) as [RefundReason, ...RefundReason[]]

/** One sale as its creator sees it: nothing of the buyer's is in it. */
const saleView = z.object({
  /** The payment's id. */
  id: z.string(),
  state: z.enum(SALE_STATES),
  sold_at: timestamp,
  workflow_id: z.string(),
  workflow_version: z.number().int(),
  workflow_name: z.string(),
  /** What the buyer paid. */
  price: cents,
  /** The recipe's full price; above `price` where a code or a launch price lowered it. */
  full_price: cents,
  /** The creator's code that lowered it. */
  code: z.string().nullable(),
  source: z
    .string()
    .nullable()
    .describe(
      'By which way the buyer came: discover, link:<name>, tag:fan-link, host:<site> …; null where that is not known',
    ),
  /** The tax in that price, which is shared by neither side. */
  tax: cents,
  refunded: cents,
  /** Requested, and not yet confirmed by the gateway. */
  refunding: cents,
  disputed: cents,
  /** The part of the disputed money that a bank has kept. */
  lost: cents,
  /** The creator's share of what remains. */
  share: cents,
  share_percent: z.number().int(),
  card_fee: cents,
  /** The card fee is never taken from the creator's share. */
  card_fee_paid_by: z.literal('platform'),
  clears_at: timestamp,
  /** What payouts paid of the share, the oldest payout first; below zero where one made up for a refund. */
  payouts: z.array(
    z.object({
      id: z.string(),
      state: z.enum(PAYOUT_STATES),
      /** The state in words. */
      words: z.string(),
      created_at: timestamp,
      paid: cents,
    }),
  ),
  /** The sum of these. */
  paid: cents,
  /** The part of the share that no payout has paid; below zero it is owed back. */
  unpaid: cents,
  refunds: z.array(
    z.object({
      amount: cents,
      state: z.enum(REFUND_STATES),
      by: z.enum(REFUND_SOURCES),
      /** The creator's reason; null for a refund that the creator did not make. */
      reason: z.enum(REASONS).nullable(),
      note: z.string().nullable(),
      /** Why the gateway refused the refund. */
      failure: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  disputes: z.array(z.object({ amount: cents, state: z.string(), created_at: timestamp })),
  /** What the creator may refund now. */
  refundable: cents,
  /** Why the creator may refund nothing, in words. */
  refund_refusal: z.string().nullable(),
})
export type SaleView = z.infer<typeof saleView>

const filters = {
  workflow_id: z.uuid().optional(),
  state: z.enum(SALE_STATES).optional(),
  /** The month of the charge (UTC), `2026-11`. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional(),
}

export const listSales = defineRoute('listSales', {
  summary: 'The caller’s sales in the current book, newest first, and their totals',
  access: 'visitor',
  scope: 'sales:read',
  query: z.object({ ...filters, limit: limit(PAGE.creations), cursor }),
  answer: z.object({
    currency: z.string(),
    test_mode: z.boolean(),
    /** Sums over all sales that the filters let through. */
    totals: z.object({
      sales: z.number().int(),
      price: cents,
      refunded: cents,
      disputed: cents,
      share: cents,
    }),
    sales: z.array(saleView),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const exportSales = defineRoute('exportSales', {
  summary:
    'The same sales as CSV, one a line, and a line for each further payout of a sale; unfiltered also what payouts paid besides',
  access: 'visitor',
  content: ['text/csv'],
  scope: 'sales:read',
  query: z.object(filters),
  errors: ['validation_failed'],
  rate: 'exports',
})

export const refundSale = defineRoute('refundSale', {
  summary: 'Refund a sale of the caller’s, in full or in part; the buyer reads why',
  access: 'user',
  token: false,
  fresh: true,
  params: idParams,
  body: z.object({
    /** Absent for all that is left. */
    amount: z.number().int().min(1).max(100_000).optional(),
    reason: z.enum(REASONS),
    note: oneLine(SALE_REFUND.noteMax).default(''),
  }),
  answer: saleView,
  errors: ['validation_failed', 'not_found', 'payment_state'],
  rate: 'writes',
  idempotent: true,
})
