import type { LegalPage } from '@vignette/contract/setting-groups.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

/** What admins set instead of the environment, which wins. A row stays when its value is taken back. */
export const settings = pgTable('settings', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  /** Null: the usual value. */
  value: text(),
  /** The value is sealed with SECRET. */
  sealed: boolean().notNull(),
  /** Grows with each change of any row, so that a later change is told from an earlier one. */
  revision: bigint({ mode: 'number' }).notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  /** Null for a command of the operator, and for the first start. */
  changedBy: uuid('changed_by').references(() => principals.id),
})
export type SettingRow = typeof settings.$inferSelect
owned(settings, {
  owner: 'changedBy',
  claim: 'keep: only accounts are admins',
  deleted: 'keep: what an admin set stays set',
  export: 'none: it is about the server',
})

/** Each text of the operator's own that was in force, since buyers and creators may have accepted it. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    id: uuid().primaryKey(),
    page: text().$type<LegalPage>().notNull(),
    /** What tells it from the others of its page, in the version of the terms too. */
    mark: text().notNull(),
    text: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [unique('legal_texts_one').on(t.page, t.mark)],
)

/** One row, on a public server without an owner: the code that the log told last. */
export const setUpCode = pgTable(
  'set_up_code',
  {
    only: boolean().primaryKey().default(true),
    hash: text().notNull(),
    /** After so many wrong tries the log tells another code. */
    wrong: integer().notNull().default(0),
  },
  (t) => [check('set_up_code_only', sql`${t.only}`)],
)
