import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Letters that the development inbox took instead of a mail server. */
export const inboxLetters = pgTable(
  'inbox_letters',
  {
    id: uuid().primaryKey(),
    messageId: text('message_id').notNull(),
    address: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    html: text().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('inbox_letters_created').on(t.createdAt)],
)
