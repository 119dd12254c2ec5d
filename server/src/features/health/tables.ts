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
import { workflows } from '../workflows/index.ts'

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
