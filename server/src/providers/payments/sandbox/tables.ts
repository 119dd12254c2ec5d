import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { GatewayDispute, Tax } from '../spec.ts'
import type { Later } from './check-card.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** The sandbox gateway's own books, which no feature reads. */
export const sandboxCheckouts = pgTable(
  'sandbox_checkouts',
  {
    id: text().primaryKey(),
    intentId: text('intent_id').notNull().unique(),
    paymentId: text('payment_id').notNull(),
    state: text().$type<'open' | 'authorized' | 'captured' | 'released' | 'expired'>().notNull(),
    amount: integer().notNull(),
    captured: integer().notNull().default(0),
    fee: integer(),
    currency: text().notNull(),
    /** The page asks for a country, whose tax the amount includes. */
    taxed: boolean().notNull().default(false),
    taxes: jsonb().$type<Tax[]>().notNull().default([]),
    title: text().notNull(),
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    /** The later event of the test card that paid. */
    later: text().$type<Later>(),
    /** A keyed hash of the card number. */
    card: text(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    captureBefore: at('capture_before'),
  },
  (t) => [
    index('sandbox_checkouts_created').on(t.createdAt),
    check(
      'sandbox_checkouts_state',
      sql`${t.state} in ('open','authorized','captured','released','expired')`,
    ),
    check(
      'sandbox_checkouts_captured',
      sql`${t.captured} between 0 and ${t.amount} and (${t.captured} > 0) = (${t.state} = 'captured')`,
    ),
  ],
)
export type SandboxCheckout = typeof sandboxCheckouts.$inferSelect

/** Idempotency keys with the request of their first use. */
export const sandboxRequests = pgTable('sandbox_requests', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  /** The checkout, account or transfer that the first request made or changed. */
  objectId: text('object_id').notNull(),
})

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text().primaryKey(),
    checkoutId: text('checkout_id').notNull(),
    refundId: text('refund_id'),
    amount: integer().notNull(),
    state: text().$type<'pending' | 'succeeded' | 'failed'>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('sandbox_refunds_checkout').on(t.checkoutId)],
)

export const sandboxDisputes = pgTable(
  'sandbox_disputes',
  {
    id: text().primaryKey(),
    checkoutId: text('checkout_id').notNull(),
    amount: integer().notNull(),
    fee: integer().notNull(),
    state: text().$type<GatewayDispute['state']>().notNull(),
    phase: text().$type<GatewayDispute['phase']>().notNull(),
    reason: text().notNull(),
    dueBy: at('due_by').notNull(),
    /** The texts that were sent, and the name of the file. */
    evidence: jsonb().$type<Record<string, string | null>>(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('sandbox_disputes_checkout').on(t.checkoutId),
    index('sandbox_disputes_due').on(t.dueBy).where(sql`phase = 'needs_response'`),
  ],
)
export type SandboxDispute = typeof sandboxDisputes.$inferSelect

/** Every movement of the balance that the sandbox holds for us. */
export const sandboxTransactions = pgTable(
  'sandbox_transactions',
  {
    id: uuid().primaryKey(),
    /** Null for a transfer to a creator's account. */
    checkoutId: text('checkout_id'),
    kind: text().notNull(),
    net: integer().notNull(),
    currency: text().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('sandbox_transactions_created').on(t.createdAt)],
)

/** Delivered and pending events. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    checkoutId: text('checkout_id').notNull(),
    occurredAt: at('occurred_at').notNull(),
    deliveredAt: at('delivered_at'),
  },
  (t) => [index('sandbox_events_waiting').on(t.id).where(sql`${t.deliveredAt} is null`)],
)
