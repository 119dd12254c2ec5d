import { CATEGORIES, type Category, TAGS } from '@vignette/contract/categories.ts'
import { LICENSES, type License } from '@vignette/contract/recipe-limits.ts'
import type { ChosenState } from '@vignette/contract/workflows.ts'
import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Recipe } from '../features/workflows/rules-recipe.ts'
import { UNPARTED } from '../platform/fold-accents.ts'
import { principals } from './identity.ts'
import { media } from './media.ts'
import { owned } from './owned.ts'

/**
 * Recipes are written rarely and searched often. With `fastupdate` a GIN index keeps what was written
 * in a list, which every search reads to its end until a vacuum, or a write that finds the list full,
 * sorts all of it in.
 */
const READ_OFTEN = { fastupdate: false }
const listed = sql`hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed'`
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The expression's text without accents, as `foldAccents` writes what is searched for. */
const folded = (expression: string) =>
  `translate(regexp_replace(normalize(${expression}, NFKD), '[\\u0300-\\u036f]', '', 'g'), '${UNPARTED.from}', '${UNPARTED.to}')`

/**
 * All tags as one text. PostgreSQL refuses the functions that join arrays in a generated column, so
 * each place is named.
 */
const TAG_WORDS = Array.from(
  { length: TAGS.most },
  (_, at) => `coalesce(tags[${at + 1}], '')`,
).join(" || ' ' || ")

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
    /** The name part of its address; null for a recipe that was never listed under an account. */
    slug: text(),
    price: integer().notNull(),
    /** As its creator posted it; `readGenerationTimeMs` tells the milliseconds. */
    generationTime: doublePrecision('generation_time').notNull(),
    outputType: text('output_type').notNull(),
    outputKind: text('output_kind').$type<'image' | 'video'>().notNull(),
    license: text().$type<License>().notNull(),
    /**
     * The launch price, the time at which it ends (exclusive), and the lowest price of the 30 days
     * before it began.
     */
    launchPrice: integer('launch_price'),
    launchUntil: timestamp('launch_until', { withTimezone: true }),
    launchLowest: integer('launch_lowest'),
    category: text().$type<Category>(),
    tags: text().array().notNull().default(sql`'{}'`),
    sampleMediaId: uuid('sample_media_id').references(() => media.id),
    remixCount: integer('remix_count').notNull().default(0),
    /** Proofs that were kept, and those that were kept, declined or left unanswered. */
    proofsKept: integer('proofs_kept').notNull().default(0),
    proofsEnded: integer('proofs_ended').notNull().default(0),
    /** True once a run or a test of the live version's very recipe has delivered. */
    tested: boolean().notNull().default(false),
    /** The newest real runs of this version that ended by themselves, and how many of them delivered. */
    lastRuns: integer('last_runs').notNull().default(0),
    lastRunsDelivered: integer('last_runs_delivered').notNull().default(0),
    /** What half of those deliveries took at most, and 95 of 100; null while too few runs have ended. */
    measuredTimeMs: integer('measured_time_ms'),
    slowTimeMs: integer('slow_time_ms'),
    /** Remixes of the last seven days, recounted by a task. */
    popularity: integer().notNull().default(0),
    /** The score of how many people kept a creation in the last days, recent days counting more; recounted by a task. */
    trending: integer().notNull().default(0),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `setweight(to_tsvector('simple', ${folded('name')}), 'A') || setweight(to_tsvector('simple', handle), 'B') || setweight(to_tsvector('simple', ${TAG_WORDS}), 'B') || setweight(to_tsvector('english', ${folded("name || ' ' || description")}), 'C')`,
        ),
      ),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the workflow enters or entered Discover, where later than its publication. */
    listedAt: timestamp('listed_at', { withTimezone: true }),
    /** True before the workflow enters Discover: its page works, and only its creator's own list shows it. */
    waiting: boolean().notNull().default(false),
    /** Since when the workflow starts no new run, because its last runs failed; null while they deliver. */
    failingAt: timestamp('failing_at', { withTimezone: true }),
    /** The model of the live version that its vendor no longer offers; null while it offers all of them. */
    goneModel: text('gone_model'),
    /** What the creator chose: listed in Discover, unlisted, or paused. */
    state: text().$type<ChosenState>().notNull().default('listed'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    // The filtered columns follow the sorted ones, so that an index-only scan skips rows.
    index('workflows_short').on(sql`right(id::text, 12)`),
    index('workflows_listed_newest')
      .on(table.createdAt, table.id, table.outputKind, table.price, table.category)
      .where(listed),
    index('workflows_listed_trending')
      .on(table.trending, table.createdAt, table.id, table.outputKind, table.price, table.category)
      .where(listed),
    index('workflows_listed_popular')
      .on(
        table.popularity,
        table.createdAt,
        table.id,
        table.outputKind,
        table.price,
        table.category,
      )
      .where(listed),
    index('workflows_listed_price')
      .on(table.price, table.createdAt, table.id, table.outputKind, table.category)
      .where(listed),
    index('workflows_listed_category')
      .on(table.category, table.createdAt, table.id, table.outputKind, table.price)
      .where(listed),
    index('workflows_tags').using('gin', table.tags).with(READ_OFTEN),
    index('workflows_waiting').on(table.listedAt).where(sql`waiting`),
    index('workflows_failing').on(table.failingAt).where(sql`failing_at is not null`),
    index('workflows_gone_model').on(table.id).where(sql`gone_model is not null`),
    index('workflows_owner').on(table.ownerId),
    index('workflows_sample').on(table.sampleMediaId).where(sql`sample_media_id is not null`),
    index('workflows_search').using('gin', table.search).with(READ_OFTEN),
    index('workflows_handle').on(table.handle, table.createdAt),
    check('workflows_price', sql`${table.price} between 0 and 1000000000`),
    check(
      'workflows_launch',
      sql`num_nulls(${table.launchPrice}, ${table.launchUntil}, ${table.launchLowest}) in (0, 3) and (${table.launchPrice} is null or ${table.launchPrice} between 1 and ${table.price} - 1)`,
    ),
    check('workflows_version', sql`${table.version} >= 1`),
    check('workflows_output_kind', sql`${table.outputKind} in ('image', 'video')`),
    check(
      'workflows_category',
      sql`${table.category} in (${sql.raw(CATEGORIES.map((name) => `'${name}'`).join(', '))})`,
    ),
    check('workflows_tags_most', sql.raw(`cardinality(tags) <= ${TAGS.most}`)),
    check('workflows_state', sql`${table.state} in ('listed', 'unlisted', 'paused')`),
    check(
      'workflows_license',
      sql`${table.license} in (${sql.raw(LICENSES.map((name) => `'${name}'`).join(', '))})`,
    ),
  ],
)
export type WorkflowRow = typeof workflows.$inferSelect
owned(workflows, {
  owner: 'ownerId',
  claim: 'by workflows/listeners.ts',
  deleted: 'by workflows/listeners.ts',
  stray: { rows: isNull(workflows.deletedAt) },
  export: 'by workflows/answers.ts',
})

/** Every name part that a recipe's address ever had: an old address leads to the present one. */
export const workflowAddresses = pgTable(
  'workflow_addresses',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    slug: text().notNull(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.slug] })],
)
owned(workflowAddresses, {
  owner: 'ownerId',
  locks: 'workflows',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'none: made from the names that recipes.json has',
})

/** Every launch price that ever held, so that a later one tells the lowest price before it. */
export const launchPrices = pgTable(
  'launch_prices',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    price: integer().notNull(),
    from: timestamp('from_at', { withTimezone: true }).notNull(),
    until: timestamp('until_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('launch_prices_workflow').on(table.workflowId, table.until),
    check('launch_prices_time', sql`${table.from} <= ${table.until}`),
  ],
)

/**
 * The words of workflows' texts, from which a misspelt search is corrected. A trigger adds words
 * and never deletes one: a word that is in no listed workflow any more finds nothing, and so
 * corrects nothing. Handles are left out, since a deleted account's handle must go.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() }, (table) => [
  index('search_words_prefix').on(table.word.op('text_pattern_ops')),
])

/**
 * Words that people searched for, by week. Each visitor sets one of the 64 bits of `seen`, another
 * bit for each word and week. So the row tells how many visitors searched at least, and not who.
 */
export const searchedWords = pgTable(
  'searched_words',
  {
    word: text().notNull(),
    week: date().notNull(),
    seen: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.week] }),
    index('searched_words_week').on(table.week),
  ],
)

/**
 * How many workflows are listed: the sum of the rows. A trigger appends a row in the transaction
 * that changes the number, so no two transactions wait for each other; sum-listed.ts merges the
 * rows.
 */
export const workflowTallies = pgTable('workflow_tallies', {
  outputKind: text('output_kind').$type<'image' | 'video'>().notNull(),
  free: boolean().notNull(),
  category: text().$type<Category>(),
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
