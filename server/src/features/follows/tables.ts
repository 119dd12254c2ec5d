import { index, pgTable, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { principals } from '../identity/index.ts'

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
