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

/** README.md explains every kind. Triggers of the migration refuse UPDATE, DELETE and TRUNCATE. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The principal whose money it is; never rewritten when that principal signs in or leaves. */
    ownerId: uuid('owner_id'),
    currency: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('ledger_accounts_once').on(t.kind, t.ownerId, t.currency).nullsNotDistinct(),
    unique('ledger_accounts_currency').on(t.id, t.currency),
    index('ledger_accounts_owner').on(t.ownerId),
    check(
      'ledger_accounts_kind',
      sql`${t.kind} in ('gateway','platform','creator','unclaimed','contested','set_aside','processor_fees','provider_costs','provider_payables')`,
    ),
    check(
      'ledger_accounts_owned',
      sql`(${t.ownerId} is not null) = (${t.kind} in ('creator','unclaimed'))`,
    ),
  ],
)

/** One business event; its postings sum to zero when the transaction commits. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    /** Names the event itself, so that the same one is never posted twice. */
    key: text().notNull().unique('ledger_entries_key'),
    kind: text().notNull(),
    paymentId: uuid('payment_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Lines can be added by the transaction that made the entry and by no later one. */
    madeIn: text('made_in').notNull().default(sql`pg_current_xact_id()::text`),
  },
  (t) => [
    unique('ledger_entries_currency').on(t.id, t.currency),
    index('ledger_entries_payment').on(t.paymentId),
    index('ledger_entries_seq').on(t.seq),
    check(
      'ledger_entries_kind',
      sql`${t.kind} in ('capture','refund','refund_failed','dispute_opened','dispute_won','dispute_lost','dispute_reopened','dispute_raised','dispute_lowered','processor_fee','dispute_fee','provider_cost')`,
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
    amount: bigint({ mode: 'number' }).notNull(),
    /** The creator's share that made this line, as it was agreed when the buyer paid. */
    sharePercent: integer('share_percent'),
    /** Until then a creator's line is pending. */
    clearsAt: timestamp('clears_at', { withTimezone: true }),
  },
  (t) => [
    foreignKey({
      name: 'ledger_postings_entry',
      columns: [t.entryId, t.currency],
      foreignColumns: [ledgerEntries.id, ledgerEntries.currency],
    }),
    foreignKey({
      name: 'ledger_postings_account',
      columns: [t.accountId, t.currency],
      foreignColumns: [ledgerAccounts.id, ledgerAccounts.currency],
    }),
    index('ledger_postings_by_entry').on(t.entryId),
    index('ledger_postings_by_account').on(t.accountId),
    check('ledger_postings_amount', sql`${t.amount} <> 0 and abs(${t.amount}) <= 1000000000000`),
    check('ledger_postings_share', sql`${t.sharePercent} between 0 and 100`),
    check(
      'ledger_postings_creator_line',
      sql`(${t.sharePercent} is null) = (${t.clearsAt} is null)`,
    ),
  ],
)
