import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Book } from '../../ledger/index.ts'
import type { Difference } from './difference.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** The gateway's webhook events, once per event id. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    gateway: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    sessionId: text('session_id'),
    intentId: text('intent_id'),
    paymentId: text('payment_id'),
    warning: text(),
    occurredAt: at('occurred_at').notNull(),
    receivedAt: at('received_at').notNull(),
    processedAt: at('processed_at'),
    outcome: text().$type<'settled' | 'unmatched' | 'ignored'>(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.id] }),
    index('webhook_events_waiting').on(t.receivedAt).where(sql`processed_at is null`),
  ],
)

export const reconciliations = pgTable('reconciliations', {
  id: uuid().primaryKey(),
  since: at('since').notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at').notNull(),
  compared: integer().notNull(),
  differences: jsonb().$type<Difference[]>().notNull(),
})

/** Our copy of each movement of a gateway's balance; `opening` is the balance before the first. */
export const gatewayTransactions = pgTable(
  'gateway_transactions',
  {
    book: text().$type<Book>().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    intentId: text('intent_id'),
    net: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    occurredAt: at('occurred_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.book, t.id] }),
    index('gateway_transactions_intent').on(t.book, t.intentId),
    index('gateway_transactions_occurred').on(t.book, t.occurredAt),
  ],
)
