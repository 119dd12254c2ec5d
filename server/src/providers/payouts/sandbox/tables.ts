import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AccountState } from '../spec.ts'
import type { TestBank } from './check-identity.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** The sandbox's own books of creators' accounts, which no feature reads. */
export const sandboxAccounts = pgTable(
  'sandbox_accounts',
  {
    id: text().primaryKey(),
    creatorId: text('creator_id').notNull(),
    email: text(),
    country: text().notNull(),
    state: text().$type<AccountState>().notNull(),
    missing: jsonb().$type<string[]>().notNull(),
    missingBy: at('missing_by'),
    reason: text(),
    name: text(),
    /** What the test number of the bank account makes of a payout. */
    bank: text().$type<TestBank>(),
    bankLast4: text('bank_last4'),
    /** The last link to the onboarding page. */
    linkHash: text('link_hash'),
    linkExpiresAt: at('link_expires_at'),
    linkUsedAt: at('link_used_at'),
    returnUrl: text('return_url'),
    refreshUrl: text('refresh_url'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_accounts_link').on(t.linkHash),
    check(
      'sandbox_accounts_state',
      sql`${t.state} in ('started','restricted','ready','rejected','closed')`,
    ),
  ],
)
export type SandboxAccount = typeof sandboxAccounts.$inferSelect

const account = () =>
  text('account_id')
    .notNull()
    .references((): AnyPgColumn => sandboxAccounts.id)

export const sandboxTransfers = pgTable(
  'sandbox_transfers',
  {
    id: text().primaryKey(),
    payoutId: text('payout_id').notNull(),
    accountId: account(),
    amount: integer().notNull(),
    reversed: integer().notNull().default(0),
    currency: text().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('sandbox_transfers_payout').on(t.payoutId),
    index('sandbox_transfers_account').on(t.accountId),
    check('sandbox_transfers_amount', sql`${t.amount} > 0`),
    check('sandbox_transfers_reversed', sql`${t.reversed} between 0 and ${t.amount}`),
  ],
)
export type SandboxTransfer = typeof sandboxTransfers.$inferSelect

export const sandboxBankPayouts = pgTable(
  'sandbox_bank_payouts',
  {
    id: text().primaryKey(),
    accountId: account(),
    amount: integer().notNull(),
    currency: text().notNull(),
    state: text().$type<'in_transit' | 'paid' | 'failed' | 'returned'>().notNull(),
    failure: text(),
    bank: text().$type<TestBank>().notNull(),
    /** When the bank answers next; null for a bank that answers no more. */
    dueAt: at('due_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('sandbox_bank_payouts_account').on(t.accountId),
    index('sandbox_bank_payouts_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
)
export type SandboxBankPayout = typeof sandboxBankPayouts.$inferSelect

/** Delivered and pending events of accounts and transfers. */
export const sandboxPayoutEvents = pgTable(
  'sandbox_payout_events',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    accountId: text('account_id'),
    transferId: text('transfer_id'),
    occurredAt: at('occurred_at').notNull(),
    deliveredAt: at('delivered_at'),
  },
  (t) => [index('sandbox_payout_events_waiting').on(t.id).where(sql`${t.deliveredAt} is null`)],
)
