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
import { principals } from './identity.ts'
import { workflows } from './workflows.ts'

/** A recipe's document while its creator works on it; the text may be unreadable. */
export const workflowDrafts = pgTable(
  'workflow_drafts',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    /** The workflow that gets a new version. */
    workflowId: uuid('workflow_id').references(() => workflows.id),
    baseVersion: integer('base_version'),
    /** The name in the last readable text. */
    name: text().notNull(),
    text: text().notNull(),
    /** Counts the savings, so that no window writes over what it has not read. */
    revision: integer().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('workflow_drafts_owner').on(t.ownerId, t.updatedAt, t.id),
    uniqueIndex('workflow_drafts_workflow').on(t.workflowId),
    check('workflow_drafts_revision', sql`${t.revision} >= 1`),
    check('workflow_drafts_base', sql`(${t.workflowId} is null) = (${t.baseVersion} is null)`),
  ],
)
export type DraftRow = typeof workflowDrafts.$inferSelect
