import type { SavedType, Visibility } from '@vignette/contract/collection-limits.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { principals } from '../identity/index.ts'

/** Creations and recipes that a visitor or user saved under a name. */
export const collections = pgTable(
  'collections',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    name: text().notNull(),
    visibility: text().$type<Visibility>().notNull(),
    /** Raised with each new secret link, whose key is derived from this number. */
    linkVersion: integer('link_version').notNull(),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('collections_owner').on(t.ownerId, t.id),
    check('collections_visibility', sql`${t.visibility} in ('private', 'link', 'public')`),
  ],
)
export type CollectionRow = typeof collections.$inferSelect

/** No foreign key to what was saved: saving must not wait for changes of another person's things. */
export const collectionItems = pgTable(
  'collection_items',
  {
    id: uuid().primaryKey(),
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id),
    subjectType: text('subject_type').$type<SavedType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('collection_items_once').on(t.collectionId, t.subjectId),
    check('collection_items_subject', sql`${t.subjectType} in ('creation', 'workflow')`),
  ],
)
export type ItemRow = typeof collectionItems.$inferSelect
