import type { SavedType, Visibility } from '@vignette/contract/collection-limits.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { media } from './media.ts'
import { owned } from './owned.ts'
import { workflowVersions } from './workflows.ts'

/** Reserved with its job and delivered with its file; invisible before delivery. */
export const creations = pgTable(
  'creations',
  {
    id: uuid().primaryKey(),
    workflowId: uuid('workflow_id').notNull(),
    workflowVersion: integer('workflow_version').notNull(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    inputs: jsonb().$type<UserInputs>().notNull(),
    public: boolean().notNull().default(false),
    /** A creator's run of their own priced workflow: no sale, counted nowhere, and public only where it was paid. */
    test: boolean().notNull().default(false),
    shareInputs: boolean('share_inputs').notNull().default(false),
    /**
     * The creation that the maker began with. No foreign key: a run must not wait for changes of
     * another person's creation.
     */
    madeFrom: uuid('made_from'),
    /** Raised to revoke the secret link; null without a link. */
    linkVersion: integer('link_version'),
    /** The key of the link, sealed; null for a link whose key is derived from the number and SECRET. */
    sealedLinkKey: text('sealed_link_key'),
    /** How many secret links there were; the next one has the next number. */
    linksMade: integer('links_made').notNull().default(0),
    /** How many files it has: this row names the first, `creation_parts` the others. */
    fileCount: integer('file_count').notNull().default(1),
    /** The file that viewers of the creation get: the proof until its buyer keeps it, then the whole file. */
    mediaId: uuid('media_id')
      .unique()
      .references(() => media.id),
    /**
     * The end of the time to keep the proof; null for a kept proof, and for a creation that never
     * was a proof.
     */
    proofUntil: timestamp('proof_until', { withTimezone: true }),
    /**
     * The price that keeping the proof charges; null for proofs from before prices could differ by
     * sale.
     */
    proofPrice: integer('proof_price'),
    /** The sealed whole file of a proof, and how many further proofs its payment offers. */
    wholeMediaId: uuid('whole_media_id')
      .unique()
      .references(() => media.id),
    drawsLeft: integer('draws_left'),
    /** Whether the buyer ticked "public" for a proof, which is private until the buyer keeps it. */
    publicWhenKept: boolean('public_when_kept').notNull().default(false),
    termsVersion: text('terms_version'),
    termsAcceptedAt: timestamp('terms_accepted_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    /**
     * When the owner's browser first loaded the proof, and the whole creation, and when the owner first
     * downloaded the file: a dispute's evidence.
     */
    proofSeenAt: timestamp('proof_seen_at', { withTimezone: true }),
    openedAt: timestamp('opened_at', { withTimezone: true }),
    downloadedAt: timestamp('downloaded_at', { withTimezone: true }),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** Its money went back because it was paid for twice: nobody restores it. */
    takenBack: boolean('taken_back').notNull().default(false),
  },
  (table) => [
    foreignKey({
      columns: [table.workflowId, table.workflowVersion],
      foreignColumns: [workflowVersions.workflowId, workflowVersions.version],
    }),
    index('creations_gallery')
      .on(table.workflowId, table.deliveredAt, table.id)
      .where(sql`public and delivered_at is not null and deleted_at is null and hidden_at is null`),
    index('creations_wall')
      .on(table.deliveredAt, table.id, table.workflowId)
      .where(sql`public and delivered_at is not null and deleted_at is null and hidden_at is null`),
    index('creations_workflow').on(table.workflowId, table.ownerId),
    index('creations_made_from')
      .on(table.madeFrom)
      .where(
        sql`made_from is not null and public and delivered_at is not null and deleted_at is null and hidden_at is null`,
      ),
    index('creations_owner')
      .on(table.ownerId, table.deliveredAt, table.id, table.public, table.hiddenAt)
      .where(sql`delivered_at is not null and deleted_at is null`),
    // All creations of an owner: for restoring deleted ones, and for claims and account deletions.
    index('creations_person').on(table.ownerId, table.deletedAt),
    index('creations_recent')
      .on(table.deliveredAt, table.workflowId)
      .where(sql`delivered_at is not null`),
    index('creations_unforgotten')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null and inputs <> '{}'::jsonb`),
    check(
      'creations_proof',
      sql`(${table.proofUntil} is null) = (${table.wholeMediaId} is null) and (${table.proofUntil} is null) = (${table.drawsLeft} is null) and not (${table.proofUntil} is not null and (${table.public} or ${table.mediaId} is null))`,
    ),
    check(
      'creations_delivered_with_media',
      sql`(${table.deliveredAt} is null) = (${table.mediaId} is null)`,
    ),
  ],
)
export type CreationRow = typeof creations.$inferSelect
owned(creations, {
  owner: 'ownerId',
  locks: 'creations',
  claim: 'move',
  deleted: 'by creations/listeners.ts',
  stray: { rows: isNull(creations.deletedAt) },
  export: {
    file: 'creations.json',
    order: creations.createdAt,
    // Includes creations in the 24-hour restore window, whose inputs are still stored.
    where: or(isNull(creations.deletedAt), sql`${creations.inputs} <> '{}'::jsonb`),
    view: (row) => ({
      id: row.id,
      workflow_id: row.workflowId,
      workflow_version: row.workflowVersion,
      user_inputs: row.inputs,
      public: row.public,
      share_inputs: row.shareInputs,
      made_from: row.madeFrom,
      terms_version: row.termsVersion,
      terms_accepted_at: row.termsAcceptedAt,
      created_at: row.createdAt,
      delivered_at: row.deliveredAt,
      deleted_at: row.deletedAt,
      file_id: row.mediaId,
    }),
  },
})

/** The files of a set behind its first, delivered, kept, hidden and deleted with it. */
export const creationParts = pgTable(
  'creation_parts',
  {
    creationId: uuid('creation_id')
      .notNull()
      .references(() => creations.id),
    position: integer().notNull(),
    /** As `creations.media_id`: the proof until its buyer keeps it, then the whole file. */
    mediaId: uuid('media_id')
      .notNull()
      .unique()
      .references(() => media.id),
    wholeMediaId: uuid('whole_media_id')
      .unique()
      .references(() => media.id),
  },
  (table) => [
    primaryKey({ columns: [table.creationId, table.position] }),
    check('creation_parts_position', sql`${table.position} between 2 and 16`),
  ],
)

/** A condition on creations: this file is one that the creation shows. */
export function showsFile(mediaId: string): SQL {
  return sql`(${creations.mediaId} = ${mediaId} or ${creations.id} = (
    select part.creation_id from creation_parts part where part.media_id = ${mediaId}))`
}

/** How many creations each gallery shows to the public, appended and summed as `workflow_tallies` are. */
export const creationTallies = pgTable(
  'creation_tallies',
  {
    workflowId: uuid('workflow_id').notNull(),
    shown: integer().notNull(),
    summed: boolean().notNull().default(false),
  },
  (table) => [
    index('creation_tallies_workflow').on(table.workflowId),
    index('creation_tallies_fresh').on(table.workflowId).where(sql`not summed`),
  ],
)

/** Files given as inputs. */
export const creationFiles = pgTable(
  'creation_files',
  {
    creationId: uuid('creation_id')
      .notNull()
      .references(() => creations.id),
    inputKey: text('input_key').notNull(),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
  },
  (table) => [
    primaryKey({ columns: [table.creationId, table.inputKey, table.mediaId] }),
    index('creation_files_media').on(table.mediaId),
  ],
)

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
    /** Raised with each new secret link. */
    linkVersion: integer('link_version').notNull(),
    /** As that of a creation. */
    sealedLinkKey: text('sealed_link_key'),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('collections_owner').on(t.ownerId, t.id),
    check('collections_visibility', sql`${t.visibility} in ('private', 'link', 'public')`),
  ],
)
export type CollectionRow = typeof collections.$inferSelect
owned(collections, {
  owner: 'ownerId',
  locks: 'collections',
  claim: 'move',
  deleted: 'by creations/listeners.ts',
  stray: {},
  export: 'by creations/answers.ts',
})

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
