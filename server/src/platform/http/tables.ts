import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/** Answers kept for 24 hours by caller, route and key; a running call holds a lease. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer(),
    answer: jsonb(),
    /** The id in an answer that is too long to be kept; a repetition reads the thing again. */
    answerId: text('answer_id'),
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    /** Another call waits for the answer and must be notified. */
    joined: boolean().notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.route, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
    check('idempotency_keys_key_length', sql`length(${table.key}) between 1 and 200`),
  ],
)

/** What owners and networks have taken of a day (UTC), by scope; counting locks the rows. */
export const dayCounts = pgTable('day_counts', {
  scope: text().primaryKey(),
  day: date().notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
})

/**
 * Token buckets of all processes, in an unlogged table; `key` is a keyed hash, so that the table
 * contains no address. `granted` is the last answer.
 */
export const rateBuckets = pgTable('rate_buckets', {
  key: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  granted: doublePrecision().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
})
