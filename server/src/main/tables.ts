import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** One row: by which SECRET the things in this database are signed and sealed. */
export const serverSecret = pgTable(
  'server_secret',
  {
    only: boolean().primaryKey().default(true),
    /** A keyed hash of a fixed word, from which the secret cannot be found. */
    fingerprint: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [check('server_secret_only', sql`${t.only}`)],
)

/** Each backup that a worker began by its schedule; those that were deleted from the bucket too. */
export const backups = pgTable('backups', {
  id: uuid().primaryKey(),
  /** The folder in the bucket. */
  name: text().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  /** Null while it runs, and where it failed or its process was killed. */
  completedAt: timestamp('completed_at', { withTimezone: true }),
  bytes: bigint({ mode: 'number' }),
  fault: text(),
})

/** What holds now, or has just ended; a row goes when all were told of its end. */
export const alerts = pgTable(
  'alerts',
  {
    name: text().notNull(),
    /** The words of its labels, such as a queue; empty where it has none. */
    subject: text().notNull(),
    summary: text().notNull(),
    value: doublePrecision().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    mailTold: text('mail_told').$type<'began' | 'ended'>(),
    hookTold: text('hook_told').$type<'began' | 'ended'>(),
  },
  (t) => [primaryKey({ columns: [t.name, t.subject] })],
)
