import type { ReportedType } from '@vignette/contract/moderation.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

/** A request for review, by a person or the classifier. */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    subjectType: text('subject_type').$type<ReportedType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    reporterId: uuid('reporter_id').references(() => principals.id),
    source: text().$type<'visitor' | 'classifier'>().notNull(),
    reason: text().notNull(),
    note: text().notNull().default(''),
    score: real(),
    status: text().$type<'open' | 'resolved' | 'dismissed'>().notNull().default('open'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    /** When the operators were told of it. */
    notifiedAt: timestamp('notified_at', { withTimezone: true }),
  },
  (table) => [
    // One report per person and subject, so that repeated reports do not count more.
    uniqueIndex('reports_one_open')
      .on(table.subjectType, table.subjectId, table.source, table.reporterId)
      .where(sql`${table.status} = 'open'`),
    index('reports_queue').on(table.status, table.createdAt),
    index('reports_unnotified').on(table.id).where(sql`notified_at is null and status = 'open'`),
    index('reports_subject').on(table.subjectId),
    check(
      'reports_subject_type',
      sql`${table.subjectType} in ('workflow', 'creation', 'collection', 'letter')`,
    ),
    check('reports_source', sql`${table.source} in ('visitor', 'classifier')`),
    check('reports_status', sql`${table.status} in ('open', 'resolved', 'dismissed')`),
    check('reports_voice', sql`(${table.source} = 'visitor') = (${table.reporterId} is not null)`),
  ],
)
export type ReportRow = typeof reports.$inferSelect
owned(reports, {
  owner: 'reporterId',
  locks: 'reports',
  claim: 'keep: a person counts once for each subject',
  deleted: { set: () => ({ note: '' }) },
  export: {
    file: 'reports.json',
    order: reports.createdAt,
    view: (row) => ({
      id: row.id,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      reason: row.reason,
      note: row.note,
      status: row.status,
      created_at: row.createdAt,
    }),
  },
})

/** The actions of admins; rows are only added, in the transaction of the action. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null for a command of the operator. */
    actorId: uuid('actor_id').references(() => principals.id),
    action: text().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: uuid('subject_id').notNull(),
    note: text().notNull().default(''),
  },
  (table) => [index('audit_log_at').on(table.at, table.id)],
)
owned(auditLog, {
  owner: 'actorId',
  claim: 'keep: only accounts are admins',
  deleted: 'keep: what an admin did stays written',
  export: 'none: it is about others',
})
