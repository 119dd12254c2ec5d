import type { License } from '@vignette/contract/recipe-limits.ts'
import { LICENSES } from '@vignette/contract/recipe-limits.ts'
import type { ChosenState } from '@vignette/contract/workflows.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from '../identity/index.ts'
import { media } from '../media/index.ts'
import type { Recipe } from './rules-recipe.ts'

const listed = sql`hidden_at is null and deleted_at is null and not waiting and state = 'listed'`
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The workflow as the catalogue shows it: a copy of its newest version's public fields. */
export const workflows = pgTable(
  'workflows',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    version: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** The creator's handle, copied so that search and cards need no join. */
    handle: text().notNull(),
    price: integer().notNull(),
    generationTimeMs: integer('generation_time_ms').notNull(),
    outputType: text('output_type').notNull(),
    outputKind: text('output_kind').$type<'image' | 'video'>().notNull(),
    license: text().$type<License>().notNull(),
    sampleMediaId: uuid('sample_media_id').references(() => media.id),
    remixCount: integer('remix_count').notNull().default(0),
    /** Proofs that were kept, and those that were kept, declined or left unanswered. */
    proofsKept: integer('proofs_kept').notNull().default(0),
    proofsEnded: integer('proofs_ended').notNull().default(0),
    /** Remixes of the last seven days, recounted by a task. */
    popularity: integer().notNull().default(0),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', handle), 'B') || setweight(to_tsvector('english', name || ' ' || description), 'C')`,
      ),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the workflow enters or entered Discover, where later than its publication. */
    listedAt: timestamp('listed_at', { withTimezone: true }),
    /** Not yet in Discover: the page works, and only its creator's own list shows the workflow. */
    waiting: boolean().notNull().default(false),
    /** What the creator chose: in Discover, by its address alone, or resting. */
    state: text().$type<ChosenState>().notNull().default('listed'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    // The filtered columns follow the sorted ones, so that an index-only scan skips rows.
    index('workflows_listed_newest')
      .on(table.createdAt, table.id, table.outputKind, table.price)
      .where(listed),
    index('workflows_listed_popular')
      .on(table.popularity, table.createdAt, table.id, table.outputKind, table.price)
      .where(listed),
    index('workflows_listed_price')
      .on(table.price, table.createdAt, table.id, table.outputKind)
      .where(listed),
    index('workflows_waiting').on(table.listedAt).where(sql`waiting`),
    index('workflows_owner').on(table.ownerId),
    index('workflows_sample').on(table.sampleMediaId).where(sql`sample_media_id is not null`),
    index('workflows_search').using('gin', table.search),
    index('workflows_handle').on(table.handle, table.createdAt),
    check('workflows_price', sql`${table.price} = 0 or ${table.price} between 50 and 100000`),
    check('workflows_version', sql`${table.version} >= 1`),
    check('workflows_output_kind', sql`${table.outputKind} in ('image', 'video')`),
    check('workflows_state', sql`${table.state} in ('listed', 'unlisted', 'paused')`),
    check(
      'workflows_license',
      sql`${table.license} in (${sql.raw(LICENSES.map((name) => `'${name}'`).join(', '))})`,
    ),
  ],
)
export type WorkflowRow = typeof workflows.$inferSelect

/**
 * How many workflows are listed: the sum of the rows. A trigger appends a row in the transaction
 * that changes the number, so no two transactions wait for each other; sum-listed.ts merges the
 * rows.
 */
export const workflowTallies = pgTable('workflow_tallies', {
  outputKind: text('output_kind').$type<'image' | 'video'>().notNull(),
  free: boolean().notNull(),
  listed: integer().notNull(),
  summed: boolean().notNull().default(false),
})

/** Versions are immutable: a trigger refuses changes. */
export const workflowVersions = pgTable(
  'workflow_versions',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    version: integer().notNull(),
    recipe: jsonb().$type<Recipe>().notNull(),
    price: integer().notNull(),
    cost: integer().notNull(),
    license: text().$type<License>().notNull(),
    /** The workflow's length as JSON; null where 0.1 wrote the row. */
    bytes: integer(),
    /** What the creator says about the version. */
    note: text(),
    /** The version of the creator terms that the creator had accepted when publishing. */
    creatorTerms: text('creator_terms'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workflowId, table.version] }),
    check('workflow_versions_cost', sql`${table.cost} >= 0`),
  ],
)
export type WorkflowVersionRow = typeof workflowVersions.$inferSelect
