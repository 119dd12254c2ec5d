import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { workflows } from '../workflows/index.ts'

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
