import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import type { Facts } from '../features/notices/kind.ts'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What a person was told; the words are made from the facts when the notice is read. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    kind: text().notNull(),
    /** What the news is about: each kind is told once of a subject. */
    subjectId: uuid('subject_id').notNull(),
    facts: jsonb().$type<Facts>().notNull(),
    createdAt: at('created_at').notNull(),
    readAt: at('read_at'),
  },
  (t) => [
    unique('notices_once').on(t.kind, t.subjectId),
    index('notices_owner').on(t.ownerId, t.id),
    index('notices_unread').on(t.ownerId).where(sql`read_at is null`),
    index('notices_created').on(t.createdAt),
  ],
)
export type NoticeRow = typeof notices.$inferSelect

/** The outbox: a letter of a notice, written in the notice's own transaction. */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey(),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    /** Erased some days after the letter has ended. */
    address: text(),
    messageId: text('message_id').notNull().unique(),
    /** A copy for a payer by a link: the paper alone, without the creation. */
    toPayer: boolean('to_payer').notNull().default(false),
    state: text().$type<'queued' | 'sending' | 'sent' | 'failed'>().notNull(),
    /** The fencing token: raised by each lease, and named when the outcome is written. */
    attempt: integer().notNull().default(0),
    /**
     * How many attempts ended without the mail server's answer, so that the letter may have been
     * accepted.
     */
    unanswered: integer().notNull().default(0),
    nextAt: at('next_at').notNull(),
    leasedUntil: at('leased_until'),
    failure: text(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('letters_notice').on(t.noticeId),
    index('letters_due').on(t.nextAt).where(sql`state in ('queued', 'sending')`),
    index('letters_addressed').on(t.address, t.createdAt).where(sql`address is not null`),
    check('letters_state', sql`${t.state} in ('queued', 'sending', 'sent', 'failed')`),
    check('letters_leased', sql`(${t.state} = 'sending') = (${t.leasedUntil} is not null)`),
    check('letters_ended', sql`(${t.state} in ('sent', 'failed')) = (${t.endedAt} is not null)`),
    check('letters_addressed_until', sql`${t.address} is not null or ${t.endedAt} is not null`),
  ],
)
export type LetterRow = typeof letters.$inferSelect

/** Where letters about one creation or payment of a visitor go. */
export const letterAddresses = pgTable(
  'letter_addresses',
  {
    subjectId: uuid('subject_id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    address: text().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('letter_addresses_owner').on(t.ownerId),
    index('letter_addresses_address').on(t.address, t.createdAt),
    index('letter_addresses_created').on(t.createdAt),
  ],
)
// The account’s own address takes the place of the one that the visitor left.
owned(letterAddresses, {
  owner: 'ownerId',
  locks: 'notices',
  claim: 'delete',
  deleted: 'delete',
  export: 'none: payments.json names what the letters were about',
})

/** Groups of letters that a reader has switched off. */
export const unsubscriptions = pgTable(
  'unsubscriptions',
  {
    /** An account's id, or a keyed hash of a visitor's address. */
    reader: text().notNull(),
    letterGroup: text('letter_group').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.reader, t.letterGroup] })],
)
owned(unsubscriptions, {
  owner: 'reader',
  locks: 'notices',
  claim: 'keep: a visitor’s address may be another person’s too',
  deleted: 'delete',
  export: 'none: the page of settings shows it',
})
