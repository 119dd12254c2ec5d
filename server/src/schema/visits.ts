import type { VisitSource } from '@vignette/contract/visit-source.ts'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { workflows } from './workflows.ts'

/** Counts of people at a workflow's page; nothing here or elsewhere tells who they were. */
export const workflowVisits = pgTable(
  'workflow_visits',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    day: date().notNull(),
    version: integer().notNull(),
    source: text().$type<VisitSource>().notNull(),
    visits: integer().notNull(),
    /** Visitors whose first visit of the day this was. */
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.day, table.version, table.source] })],
)

/** Product events as the web client batches them; never an input's text or an e-mail address. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid().primaryKey(),
    event: text().notNull(),
    distinctId: text('distinct_id').notNull(),
    properties: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** False for what a program sent, and for what creators did with their own recipes. */
    counts: boolean().notNull().default(true),
  },
  (table) => [index('analytics_events_event').on(table.event, table.receivedAt)],
)

/** The bytes of events stored per day, so that a flood cannot fill the disk. */
export const analyticsDays = pgTable('analytics_days', {
  day: date().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
