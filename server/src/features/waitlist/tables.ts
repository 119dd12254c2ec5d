import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const waitlistEntries = pgTable('waitlist_entries', {
  id: uuid().primaryKey(),
  email: text().notNull().unique(),
  name: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
