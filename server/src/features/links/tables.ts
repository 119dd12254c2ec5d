import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { workflows } from '../workflows/index.ts'

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
