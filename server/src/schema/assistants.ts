import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What the authorisation server of assistants keeps: programs that registered, and for minutes the
 * requests, codes and grants of a sign-in. A token that it gives is a row of `sessions`.
 */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    model: text().notNull(),
    /** SHA-256 of the id, since some ids are secrets. */
    idHash: text('id_hash').notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('oauth_records_grant').on(table.grantId),
    index('oauth_records_uid').on(table.uid),
    index('oauth_records_expires_at').on(table.expiresAt),
  ],
)
