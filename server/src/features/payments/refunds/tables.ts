import type { RefundReason, RefundSource } from '@vignette/contract/sale-words.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { payments } from '../tables.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    gatewayRefundId: text('gateway_refund_id'),
    amount: integer().notNull(),
    state: text().$type<'requested' | 'pending' | 'succeeded' | 'failed'>().notNull(),
    /** For the records: the words of a closed reason, or the operator's own. */
    reason: text().notNull(),
    by: text().$type<RefundSource>().notNull().default('operator'),
    /** The creator's reason, of a closed list. */
    code: text().$type<RefundReason>(),
    /** What the creator writes to the buyer. */
    note: text(),
    /** The request that asked for the refund, so that its retry asks for no second one. */
    requestKey: text('request_key'),
    failure: text(),
    gatewayTry: integer('gateway_try').notNull().default(1),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('payment_refunds_payment').on(t.paymentId),
    uniqueIndex('payment_refunds_request').on(t.requestKey).where(sql`request_key is not null`),
    uniqueIndex('payment_refunds_gateway').on(t.gatewayRefundId),
    check('payment_refunds_amount', sql`${t.amount} > 0`),
    check('payment_refunds_state', sql`${t.state} in ('requested','pending','succeeded','failed')`),
    check('payment_refunds_by', sql`${t.by} in ('creator','operator','case','gateway','rule')`),
    check('payment_refunds_code', sql`(${t.by} = 'creator') = (${t.code} is not null)`),
  ],
)
export type RefundRow = typeof paymentRefunds.$inferSelect
