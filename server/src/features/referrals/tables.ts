import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { principals } from '../identity/index.ts'

/** How many browsers opened a fan's link for the first time; nothing here tells whose they were. */
export const referralDays = pgTable(
  'referral_days',
  {
    referrerId: uuid('referrer_id')
      .notNull()
      .references(() => principals.id),
    /** UTC. */
    day: date().notNull(),
    clicks: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.referrerId, t.day] })],
)
