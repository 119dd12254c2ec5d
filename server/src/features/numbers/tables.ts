import type { VisitSource } from '@vignette/contract/visit-source.ts'
import {
  bigint,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * What happened to a workflow on a day (UTC) that is over, summed from jobs, payments and the
 * ledger; counted anew every night. Each deed counts on its own day.
 */
export const workflowDays = pgTable(
  'workflow_days',
  {
    workflowId: uuid('workflow_id').notNull(),
    day: date().notNull(),
    version: integer().notNull(),
    source: text().$type<VisitSource>().notNull(),
    /** The book of the sale; empty for a run without one. */
    book: text().notNull(),
    runs: integer().notNull(),
    delivered: integer().notNull(),
    checkouts: integer().notNull(),
    authorized: integer().notNull(),
    sales: integer().notNull(),
    paid: cents('paid'),
    refunded: cents('refunded'),
    disputed: cents('disputed'),
    earned: cents('earned'),
  },
  (table) => [
    primaryKey({
      columns: [table.workflowId, table.day, table.version, table.source, table.book],
    }),
  ],
)

/** The days that `workflow_days` holds; later days are counted when a creator opens the numbers. */
export const countedDays = pgTable('counted_days', {
  day: date().primaryKey(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
})
