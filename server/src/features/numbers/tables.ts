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
 * What happened to a workflow on a day (UTC) that is over: sums of jobs, payments and ledger, which
 * are counted again every night. Each run, payment and entry counts on the day on which it
 * happened.
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

/** How far people came in a workflow's form on a day (UTC) that is over, as their browsers told. */
export const workflowForms = pgTable(
  'workflow_forms',
  {
    workflowId: uuid('workflow_id').notNull(),
    day: date().notNull(),
    version: integer().notNull(),
    /** The number of the step that they left at; 0 for those who saw the summary, -1 where none was told. */
    leftAt: integer('left_at').notNull(),
    people: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.day, table.version, table.leftAt] })],
)

/** How many people shared a workflow or a creation of it on a day (UTC) that is over, as their browsers told. */
export const workflowShares = pgTable(
  'workflow_shares',
  {
    workflowId: uuid('workflow_id').notNull(),
    day: date().notNull(),
    people: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.day] })],
)

/** The days that `workflow_days`, `workflow_forms` and `workflow_shares` hold; later days are counted when a creator opens the numbers. */
export const countedDays = pgTable('counted_days', {
  day: date().primaryKey(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
})
