import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Bank accounts of creators, where the operator pays creators by hand. */
export const manualAccounts = pgTable(
  'manual_accounts',
  {
    id: text().primaryKey(),
    requestKey: text('request_key').notNull().unique(),
    country: text().notNull(),
    state: text().$type<'started' | 'ready' | 'closed'>().notNull(),
    /** The bank details, sealed with the server's secret; erased when the account is closed. */
    details: text(),
    bankLast4: text('bank_last4'),
    /** A keyed hash of all details. */
    bankHash: text('bank_hash'),
    /** When these details took the place of others. */
    changedAt: at('changed_at'),
    /** The last link to the form. */
    linkHash: text('link_hash'),
    linkExpiresAt: at('link_expires_at'),
    linkUsedAt: at('link_used_at'),
    returnUrl: text('return_url'),
    refreshUrl: text('refresh_url'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('manual_accounts_link').on(t.linkHash),
    check('manual_accounts_state', sql`${t.state} in ('started','ready','closed')`),
    check('manual_accounts_details', sql`(${t.details} is not null) = (${t.state} = 'ready')`),
    check(
      'manual_accounts_changed',
      sql`${t.details} is null or (${t.bankHash} is not null and ${t.changedAt} is not null)`,
    ),
  ],
)
export type ManualAccount = typeof manualAccounts.$inferSelect

/** What the operator is asked to pay; each payout once. */
export const manualTransfers = pgTable(
  'manual_transfers',
  {
    id: text().primaryKey(),
    payoutId: text('payout_id').notNull().unique(),
    accountId: text('account_id')
      .notNull()
      .references(() => manualAccounts.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    /** The bank details of that moment, sealed as the account's; erased when the account is closed. */
    details: text(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('manual_transfers_account').on(t.accountId),
    index('manual_transfers_created').on(t.createdAt),
    check('manual_transfers_amount', sql`${t.amount} > 0`),
  ],
)
export type ManualTransfer = typeof manualTransfers.$inferSelect
