import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** One row: by which SECRET the things in this database are signed and sealed. */
export const serverSecret = pgTable(
  'server_secret',
  {
    only: boolean().primaryKey().default(true),
    /** A keyed hash of a fixed word, from which the secret cannot be found. */
    fingerprint: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [check('server_secret_only', sql`${t.only}`)],
)
