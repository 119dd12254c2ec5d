import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const waitlistEntries = pgTable('waitlist_entries', {
  id: uuid().primaryKey(),
  email: text().notNull().unique(),
  name: text(),
  /** When the mail server accepted the invitation. */
  invitedAt: timestamp('invited_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
