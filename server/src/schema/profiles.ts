import type { StorefrontLink } from '@vignette/contract/storefronts.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { media } from './media.ts'
import { owned } from './owned.ts'

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
