import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Book } from '../features/ledger/book.ts'
import {
  ACCOUNT_KINDS,
  ENTRY_KINDS,
  OWNED_KINDS,
  SUBJECT_TYPES,
  type SubjectType,
} from './ledger-kinds.ts'
import { owned } from './owned.ts'

const oneOf = (words: readonly string[]) =>
  sql.raw(`(${words.map((word) => `'${word}'`).join(',')})`)

/** README.md explains every kind. Triggers refuse UPDATE, DELETE and TRUNCATE. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The principal that owns the money; unchanged when that principal signs in or deletes the account. */
    ownerId: uuid('owner_id'),
    /** The country or state that tax is owed to: `DE`, `US-NY`. */
    jurisdiction: text(),
    currency: text().notNull(),
    book: text().$type<Book>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('ledger_accounts_once')
      .on(t.kind, t.ownerId, t.jurisdiction, t.currency, t.book)
      .nullsNotDistinct(),
    unique('ledger_accounts_book').on(t.id, t.currency, t.book),
    index('ledger_accounts_owner').on(t.ownerId),
    check('ledger_accounts_kind', sql`${t.kind} in ${oneOf(ACCOUNT_KINDS)}`),
    check(
      'ledger_accounts_taxing',
      sql`(${t.jurisdiction} is not null) = (${t.kind} = 'tax_payable')`,
    ),
    check(
      'ledger_accounts_owned',
      sql`(${t.ownerId} is not null) = (${t.kind} in ${oneOf(OWNED_KINDS)})`,
    ),
  ],
)
owned(ledgerAccounts, {
  owner: 'ownerId',
  claim: 'keep: a person’s balance is the sum over all owners that the person was',
  deleted: 'keep: the books stay as they were written',
  export: 'none: sales, payouts and statements say the same in words',
})

/** One business event; its postings sum to zero when the transaction commits. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    /** Identifies the event, so that no event is posted twice. */
    key: text().notNull().unique('ledger_entries_key'),
    kind: text().notNull(),
    subjectType: text('subject_type').$type<SubjectType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** For a payment the same as the subject; a job's cost may name the job's payment. */
    paymentId: uuid('payment_id'),
    workflowId: uuid('workflow_id'),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    book: text().$type<Book>().notNull(),
    occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Only the transaction that made the entry may add lines. */
    madeIn: text('made_in').notNull().default(sql`pg_current_xact_id()::text`),
  },
  (t) => [
    unique('ledger_entries_book').on(t.id, t.currency, t.book),
    index('ledger_entries_payment').on(t.paymentId),
    index('ledger_entries_workflow').on(t.workflowId, t.occurredAt),
    index('ledger_entries_subject_of').on(t.subjectType, t.subjectId),
    index('ledger_entries_seq').on(t.seq),
    check('ledger_entries_kind', sql`${t.kind} in ${oneOf(ENTRY_KINDS)}`),
    check('ledger_entries_subject_type', sql`${t.subjectType} in ${oneOf(SUBJECT_TYPES)}`),
    check(
      'ledger_entries_subject',
      sql`${t.subjectType} <> 'payment' or (${t.paymentId} is not null and ${t.paymentId} = ${t.subjectId} and ${t.workflowId} is not null)`,
    ),
    check('ledger_entries_amount', sql`${t.amount} between 1 and 1000000000000`),
  ],
)

/** Debits are positive, credits negative. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    id: uuid().primaryKey(),
    entryId: uuid('entry_id').notNull(),
    accountId: uuid('account_id').notNull(),
    currency: text().notNull(),
    book: text().$type<Book>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The creator's share in percent, as agreed when the buyer paid. */
    sharePercent: integer('share_percent'),
    /** The creator's or the referrer's line is pending until then. */
    clearsAt: timestamp('clears_at', { withTimezone: true }),
    /** The referrer's percentage, as agreed when the buyer paid. */
    commissionPercent: integer('commission_percent'),
    /** The card fee and the cost, which the platform's part of the sale covers before the referrer's. */
    commissionCovered: integer('commission_covered'),
  },
  (t) => [
    foreignKey({
      name: 'ledger_postings_entry',
      columns: [t.entryId, t.currency, t.book],
      foreignColumns: [ledgerEntries.id, ledgerEntries.currency, ledgerEntries.book],
    }),
    foreignKey({
      name: 'ledger_postings_account',
      columns: [t.accountId, t.currency, t.book],
      foreignColumns: [ledgerAccounts.id, ledgerAccounts.currency, ledgerAccounts.book],
    }),
    index('ledger_postings_by_entry').on(t.entryId),
    index('ledger_postings_by_account').on(t.accountId),
    check('ledger_postings_amount', sql`${t.amount} <> 0 and abs(${t.amount}) <= 1000000000000`),
    check('ledger_postings_share', sql`${t.sharePercent} between 0 and 100`),
    check(
      'ledger_postings_commission',
      sql`${t.commissionPercent} between 1 and 100 and ${t.commissionCovered} >= 0 and num_nulls(${t.commissionPercent}, ${t.commissionCovered}) in (0, 2)`,
    ),
    check(
      'ledger_postings_clearing_line',
      sql`num_nonnulls(${t.sharePercent}, ${t.commissionPercent}) = num_nonnulls(${t.clearsAt})`,
    ),
  ],
)
