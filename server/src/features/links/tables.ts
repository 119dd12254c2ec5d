import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { workflows } from '../workflows/index.ts'

/** A name in its creator's list, and no more: what it brought is counted as the source of this name. */
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
