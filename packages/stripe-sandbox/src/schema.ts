import type pg from 'pg'
import type {
  AccountLink,
  BalanceTransaction,
  BankPayout,
  Charge,
  ConnectAccount,
  Dispute,
  Intent,
  Refund,
  Session,
  StoredFile,
  StripeEvent,
  TaxTransaction,
  ThinEvent,
  Transfer,
} from './objects.ts'

/** Every object by the word that Stripe calls its kind. */
export interface Kinds {
  'checkout.session': Session
  payment_intent: Intent
  charge: Charge
  refund: Refund
  dispute: Dispute
  file: StoredFile
  balance_transaction: BalanceTransaction
  'tax.transaction': TaxTransaction
  'v2.core.account': ConnectAccount
  'v2.core.account_link': AccountLink
  transfer: Transfer
  payout: BankPayout
  event: StripeEvent
  'v2.core.event': ThinEvent
}
export type Kind = keyof Kinds

const TABLES: Record<Kind, string> = {
  'checkout.session': 'checkout_sessions',
  payment_intent: 'payment_intents',
  charge: 'charges',
  refund: 'refunds',
  dispute: 'disputes',
  file: 'files',
  balance_transaction: 'balance_transactions',
  'tax.transaction': 'tax_transactions',
  'v2.core.account': 'accounts',
  'v2.core.account_link': 'account_links',
  transfer: 'transfers',
  payout: 'payouts',
  event: 'events',
  'v2.core.event': 'thin_events',
}
export const tableOf = (kind: Kind) => `stripe_sandbox.${TABLES[kind]}`

const SHAPE = 'stripe-sandbox 1'

/** The database holds test money in a form that this version cannot read. */
export class OldSandboxError extends Error {}

/** Makes the schema once, however many processes start at the same time. */
export async function makeSchema(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ shape: string | null }>(
    `select obj_description(oid) as shape from pg_namespace where nspname = 'stripe_sandbox'`,
  )
  if (rows[0]) {
    if (rows[0].shape === SHAPE) return
    throw new OldSandboxError(
      'This database holds test payments in an old form: delete DATA_DIR, or drop the schema stripe_sandbox.',
    )
  }
  const tables = Object.values(TABLES).map(
    (table) => `
      create table if not exists stripe_sandbox.${table} (
        id text primary key,
        seq bigint generated always as identity unique,
        due bigint,
        object jsonb not null
      );
      create index if not exists ${table}_due on stripe_sandbox.${table} (due) where due is not null;
      create index if not exists ${table}_object on stripe_sandbox.${table} using gin (object jsonb_path_ops);`,
  )
  // One text of several statements is one transaction.
  await pool.query(`
    select pg_advisory_xact_lock(hashtext('stripe_sandbox'));
    create schema if not exists stripe_sandbox;
    ${tables.join('')}
    create table if not exists stripe_sandbox.idempotency_keys (
      key text primary key,
      until bigint not null,
      fingerprint text not null,
      status int,
      body jsonb
    );
    comment on schema stripe_sandbox is '${SHAPE}'`)
}
