import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { workflows } from './workflows.ts'

/** The times in which a workflow started no new run, because its last runs had failed. */
export const healthPauses = pgTable(
  'health_pauses',
  {
    id: uuid().primaryKey(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    version: integer().notNull(),
    /** How many failures counted, and of how many runs. */
    failed: integer().notNull(),
    judged: integer().notNull(),
    /** The newest of these failures: its step, its code, and the message that its buyer read. */
    step: text(),
    code: text().notNull(),
    message: text().notNull(),
    /** How often the server has tested the workflow since the pause began, and when it tests next. */
    tries: integer().notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** What ended the pause: a buyer's run, a creator's or the server's test that delivered, or another version. */
    endedBy: text('ended_by').$type<'run' | 'test' | 'check' | 'version'>(),
  },
  (table) => [
    index('health_pauses_workflow').on(table.workflowId, table.beganAt),
    index('health_pauses_due')
      .on(table.nextTryAt)
      .where(sql`ended_at is null and next_try_at is not null`),
    uniqueIndex('health_pauses_open').on(table.workflowId).where(sql`ended_at is null`),
    check('health_pauses_ended', sql`(${table.endedAt} is null) = (${table.endedBy} is null)`),
    check('health_pauses_ended_by', sql`${table.endedBy} in ('run', 'test', 'check', 'version')`),
  ],
)
export type HealthPauseRow = typeof healthPauses.$inferSelect

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
    leftStep: integer('left_step').notNull(),
    people: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workflowId, table.day, table.version, table.leftStep] }),
  ],
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

/**
 * The names in creators' lists of links. What a link brought is counted elsewhere, as the source of
 * its name.
 */
export const links = pgTable(
  'links',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    name: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.name] })],
)
