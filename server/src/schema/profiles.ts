import type { StorefrontLink } from '@vignette/contract/storefronts.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { media } from './media.ts'
import { owned } from './owned.ts'
import { workflows } from './workflows.ts'

/** What an account chose for its storefront; an account without a row has chosen nothing. */
export const storefronts = pgTable(
  'storefronts',
  {
    ownerId: uuid('owner_id')
      .primaryKey()
      .references(() => principals.id),
    showPicture: boolean('show_picture').notNull(),
    /** Uploads of the owner, public while they stand here. */
    pictureId: uuid('picture_id').references(() => media.id),
    coverId: uuid('cover_id').references(() => media.id),
    lines: text().array().notNull(),
    links: jsonb().$type<StorefrontLink[]>().notNull(),
    /** Recipes of the owner when they were chosen; the page shows those that are listed. */
    featuredId: uuid('featured_id'),
    workflowOrder: uuid('workflow_order').array().notNull().default(sql`'{}'::uuid[]`),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('storefronts_picture').on(t.pictureId).where(sql`picture_id is not null`),
    index('storefronts_cover').on(t.coverId).where(sql`cover_id is not null`),
  ],
)
export type StorefrontRow = typeof storefronts.$inferSelect
owned(storefronts, {
  owner: 'ownerId',
  locks: 'storefronts',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'by profiles/answers.ts',
})

/** An account follows a creator, and is told of the creator's new recipes. */
export const follows = pgTable(
  'follows',
  {
    id: uuid().primaryKey(),
    followerId: uuid('follower_id')
      .notNull()
      .references(() => principals.id),
    followedId: uuid('followed_id')
      .notNull()
      .references(() => principals.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('follows_once').on(t.followerId, t.followedId),
    index('follows_followed').on(t.followedId, t.id),
    index('follows_readers').on(t.followedId, t.followerId),
  ],
)
owned(follows, {
  owner: 'followerId',
  claim: 'only accounts',
  deleted: 'by profiles/listeners.ts',
  stray: {},
  export: 'by profiles/answers.ts',
})
owned(follows, {
  owner: 'followedId',
  claim: 'only accounts',
  deleted: 'by profiles/listeners.ts',
  stray: {},
  export: 'none: nobody learns who follows',
})

/** A creator's letter to followers, and to the buyers who asked for letters. */
export const creatorLetters = pgTable(
  'creator_letters',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    subject: text().notNull(),
    body: text().notNull(),
    workflowId: uuid('workflow_id').references(() => workflows.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** How many people were told of it. */
    told: integer().notNull().default(0),
    /** When the last of them was told, or the rest were spared. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
  },
  (t) => [index('creator_letters_owner').on(t.ownerId, t.createdAt)],
)
export type CreatorLetterRow = typeof creatorLetters.$inferSelect
owned(creatorLetters, {
  owner: 'ownerId',
  locks: 'follows',
  claim: 'only accounts',
  deleted: 'delete',
  export: {
    file: 'creator-letters.json',
    order: creatorLetters.createdAt,
    view: ({ id, subject, body, workflowId, createdAt, told }) => ({
      id,
      subject,
      body,
      workflow_id: workflowId,
      sent_at: createdAt,
      told,
    }),
  },
})

/** A buyer asked for a creator's letters, by a tick of its own. */
export const letterConsents = pgTable(
  'letter_consents',
  {
    id: uuid().primaryKey(),
    readerId: uuid('reader_id')
      .notNull()
      .references(() => principals.id),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => principals.id),
    /** Of a visitor; an account's letters go to the account's own address. */
    address: text(),
    /** What stood beside the tick. */
    words: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the reader of the mail at that address confirmed it; none goes there before. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  },
  (t) => [
    unique('letter_consents_once').on(t.creatorId, t.readerId),
    index('letter_consents_reader').on(t.readerId),
  ],
)
owned(letterConsents, {
  owner: 'readerId',
  claim: 'by profiles/listeners.ts',
  deleted: 'by profiles/listeners.ts',
  stray: {},
  export: {
    file: 'letter-consents.json',
    order: letterConsents.createdAt,
    view: ({ creatorId, address, words, createdAt, confirmedAt }) => ({
      creator_id: creatorId,
      address,
      words,
      asked_at: createdAt,
      confirmed_at: confirmedAt,
    }),
  },
})
owned(letterConsents, {
  owner: 'creatorId',
  claim: 'only accounts',
  deleted: 'by profiles/listeners.ts',
  stray: {},
  export: 'none: no creator learns who reads',
})
