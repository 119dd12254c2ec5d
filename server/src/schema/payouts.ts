import type {
  PayoutAccountState,
  PayoutState,
  StatementKind,
} from '@vignette/contract/payout-words.ts'
import { HOLD_CODES, type HoldCode } from '@vignette/contract/payout-words.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Book } from '../features/ledger/index.ts'
import type { OperatorFacts } from '../features/payouts/operator-facts.ts'
import type { Makeup, PayoutPart } from '../features/payouts/rules-parts.ts'
import type { Figures } from '../features/payouts/rules-statements.ts'
import type { Tax } from '../providers/payments/spec.ts'
import type { PayoutGateway } from '../providers/payouts/spec.ts'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

// Long, because accounts, holds, runs and payouts refer to each other, and the papers to them.
const at = (name: string) => timestamp(name, { withTimezone: true })
const owner = () =>
  uuid('principal_id')
    .notNull()
    .references(() => principals.id)

/** A creator's account at a vendor of payouts; the row is made once the creator asks for one. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    id: uuid().primaryKey(),
    principalId: owner(),
    book: text().$type<Book>().notNull(),
    gateway: text().$type<PayoutGateway['id']>().notNull(),
    state: text().$type<PayoutAccountState>().notNull(),
    /** Null until the vendor has answered. */
    accountId: text('account_id'),
    /** What the vendor still asks for, in words. */
    missing: jsonb().$type<string[]>().notNull().default([]),
    missingBy: at('missing_by'),
    country: text(),
    bankLast4: text('bank_last4'),
    /** The vendor's word for all details together, by which a change is noticed. */
    bankHash: text('bank_hash'),
    /** Why the vendor refuses the account. */
    reason: text(),
    /** When the account or its bank last changed. */
    changedAt: at('changed_at').notNull(),
    /** When a bank account last took the place of an earlier one. */
    bankChangedAt: at('bank_changed_at'),
    /** Null while the account cannot receive; a new or changed bank is used later. */
    usableFrom: at('usable_from'),
    /** The last look at the vendor. */
    lookedAt: at('looked_at').notNull(),
  },
  (t) => [
    uniqueIndex('payout_accounts_once').on(t.principalId, t.book, t.gateway),
    uniqueIndex('payout_accounts_account').on(t.gateway, t.accountId),
    check(
      'payout_accounts_state',
      sql`${t.state} in ('none','started','restricted','ready','rejected','closed')`,
    ),
    check('payout_accounts_ready', sql`${t.state} <> 'ready' or ${t.usableFrom} is not null`),
  ],
)
export type AccountRow = typeof payoutAccounts.$inferSelect
owned(payoutAccounts, {
  owner: 'principalId',
  claim: 'only accounts',
  deleted: 'by payouts/listeners.ts',
  export: 'none: the vendor shows it',
})

/** The creator's own choices. */
export const payoutSettings = pgTable(
  'payout_settings',
  {
    principalId: owner().primaryKey(),
    /** Less than this is not paid out. */
    minimum: integer().notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('payout_settings_minimum', sql`${t.minimum} > 0`)],
)
owned(payoutSettings, {
  owner: 'principalId',
  locks: 'payouts',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'none: the page of payouts shows it',
})

/** Creator money kept back from a payout; no posting. */
export const payoutHolds = pgTable(
  'payout_holds',
  {
    id: uuid().primaryKey(),
    principalId: owner(),
    book: text().$type<Book>().notNull(),
    /** Null for everything. */
    amount: bigint({ mode: 'number' }),
    code: text().$type<HoldCode>().notNull(),
    /** What a rule saw, as a sale or a dispute: an admin who lifts the hold lifts it for this cause. */
    cause: text(),
    /** Shown to the creator as it is. */
    reason: text().notNull(),
    setBy: text('set_by').$type<'rule' | 'admin'>().notNull(),
    since: at('since').notNull(),
    until: at('until'),
    liftedAt: at('lifted_at'),
    liftedBy: text('lifted_by').$type<'rule' | 'admin'>(),
  },
  (t) => [
    index('payout_holds_principal').on(t.principalId),
    uniqueIndex('payout_holds_cause')
      .on(t.principalId, t.book, t.code, t.cause)
      .where(sql`cause is not null and lifted_at is null`),
    check(
      'payout_holds_code',
      sql`${t.code} in ${sql.raw(`(${HOLD_CODES.map((code) => `'${code}'`).join(',')})`)}`,
    ),
    check('payout_holds_amount', sql`${t.amount} > 0`),
    check('payout_holds_set_by', sql`${t.setBy} in ('rule','admin')`),
    check('payout_holds_lifted', sql`(${t.liftedAt} is null) = (${t.liftedBy} is null)`),
  ],
)
export type HoldRow = typeof payoutHolds.$inferSelect
owned(payoutHolds, {
  owner: 'principalId',
  locks: 'payouts',
  claim: 'move',
  deleted: 'keep: money that waits is still held',
  export: 'none: the page of payouts shows it',
})

/** One time at which every creator with enough cleared money is paid. */
export const payoutRuns = pgTable(
  'payout_runs',
  {
    id: uuid().primaryKey(),
    book: text().$type<Book>().notNull(),
    /** What cleared until then is paid. */
    dueAt: at('due_at').notNull(),
    by: text().$type<'schedule' | 'operator' | 'retry'>().notNull(),
    /** The cents of each creator that the operator confirmed; null where a run pays what it finds. */
    confirmed: jsonb().$type<Record<string, number>>(),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    uniqueIndex('payout_runs_due').on(t.book, t.by, t.dueAt),
    check('payout_runs_by', sql`${t.by} in ('schedule','operator','retry')`),
  ],
)
export type RunRow = typeof payoutRuns.$inferSelect

/** A creator whom a run owes a payout for a reason of ours; the sweep tries it again. */
export const payoutDelays = pgTable(
  'payout_delays',
  {
    principalId: owner(),
    book: text().$type<Book>().notNull(),
    runId: uuid('run_id')
      .notNull()
      .references(() => payoutRuns.id),
    /** `failure`: the payout could not be written; `balance`: our balance did not cover it. */
    cause: text().$type<'failure' | 'balance'>().notNull(),
    /** What would have been paid, where that is known. */
    amount: bigint({ mode: 'number' }),
    /** Kept from run to run until the creator is paid: who waits longest is paid first. */
    since: at('since').notNull(),
    triedAt: at('tried_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.principalId, t.book] }),
    index('payout_delays_run').on(t.runId),
    check('payout_delays_cause', sql`${t.cause} in ('failure','balance')`),
  ],
)
export type DelayRow = typeof payoutDelays.$inferSelect
owned(payoutDelays, {
  owner: 'principalId',
  claim: 'keep: the next run pays it or drops it',
  deleted: 'keep: the next run pays it or drops it',
  export: 'none: the page of payouts shows it',
})

/** One sum sent to one creator. A trigger allows only the moves of rules.ts between states. */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid().primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => payoutRuns.id),
    principalId: owner(),
    book: text().$type<Book>().notNull(),
    gateway: text().$type<PayoutGateway['id']>().notNull(),
    accountId: text('account_id').notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** Frozen when the payout is made; the sum of all is the amount. */
    makeup: jsonb().$type<Makeup>().notNull(),
    state: text().$type<PayoutState>().notNull(),
    transferId: text('transfer_id'),
    /** How much of the transfer came back to us. */
    reversed: bigint({ mode: 'number' }).notNull().default(0),
    /** How often the ledger took the sum from the creator: again where a refused transfer was made after all. */
    timesTaken: integer('times_taken').notNull().default(1),
    /** How often a part or all of it came back to the creator in the ledger. */
    timesReturned: integer('times_returned').notNull().default(0),
    /** The number in the idempotency key of the next call; the next number where the vendor keeps a failed answer. */
    keyNumber: integer('key_number').notNull().default(1),
    /** The fencing token: raised by each lease; only the last may say that the vendor refused. */
    attempt: integer().notNull().default(0),
    /** The end of one process's lease, in which it alone asks the vendor. */
    leasedUntil: at('leased_until'),
    /** The vendor's or the bank's code of a refusal. */
    failure: text(),
    /** Why the payout was refused or waits, for the creator. */
    reason: text(),
    /** Why the operator took the payout back, from the moment at which the vendor is asked. */
    reversalReason: text('reversal_reason'),
    /** The bank's or the operator's reference. */
    reference: text(),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
    arrivesAt: at('arrives_at'),
    endedAt: at('ended_at'),
    movedAt: at('moved_at').notNull(),
  },
  (t) => [
    uniqueIndex('payouts_once').on(t.runId, t.principalId, t.currency),
    uniqueIndex('payouts_waiting')
      .on(t.principalId, t.book, t.currency)
      .where(sql`state in ('scheduled','sending')`),
    uniqueIndex('payouts_transfer').on(t.gateway, t.transferId),
    index('payouts_principal').on(t.principalId, t.id),
    index('payouts_open').on(t.movedAt).where(sql`state in ('scheduled','sending','in_transit')`),
    check(
      'payouts_state',
      sql`${t.state} in ('scheduled','sending','in_transit','paid','failed','returned','cancelled')`,
    ),
    check('payouts_amount', sql`${t.amount} > 0 and ${t.reversed} between 0 and ${t.amount}`),
    check(
      'payouts_sent',
      sql`${t.transferId} is not null or ${t.state} in ('scheduled','sending','failed','cancelled')`,
    ),
    check('payouts_returned', sql`(${t.reversed} = ${t.amount}) = (${t.state} = 'returned')`),
  ],
)
export type PayoutRow = typeof payouts.$inferSelect
/** States in which a payout has taken its parts: it did not fail and did not come back as a whole. */
export const MADE_PAYOUTS = ['scheduled', 'sending', 'in_transit', 'paid'] as const
owned(payouts, {
  owner: 'principalId',
  claim: 'only accounts',
  deleted: 'keep: records of money are kept for the legal period',
  export: {
    file: 'payouts.json',
    order: payouts.id,
    view: (row) => ({
      id: row.id,
      state: row.state,
      amount: row.amount,
      currency: row.currency,
      book: row.book,
      reason: row.reason,
      reference: row.reference,
      created_at: row.createdAt,
      sent_at: row.sentAt,
      ended_at: row.endedAt,
    }),
  },
})

/** What of a payout paid which sale; rules-parts.ts says how a payout is allotted. Never changed. */
export const payoutParts = pgTable(
  'payout_parts',
  {
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payouts.id),
    /** The place in which the payout took it. */
    position: integer().notNull(),
    kind: text().$type<PayoutPart['kind']>().notNull(),
    paymentId: uuid('payment_id'),
    /** Below zero where the payout settled a debt. */
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.position] }),
    index('payout_parts_payment').on(t.paymentId).where(sql`payment_id is not null`),
    check(
      'payout_parts_kind',
      sql`${t.kind} in ('sale','commission','free_runs','adjustments','returns')`,
    ),
    check(
      'payout_parts_payment',
      sql`(${t.paymentId} is not null) = (${t.kind} in ('sale','commission'))`,
    ),
    check('payout_parts_amount', sql`${t.amount} <> 0`),
  ],
)

/** A change of a creator's balance that no sale explains, with the reason that the creator reads. */
export const payoutAdjustments = pgTable(
  'payout_adjustments',
  {
    id: uuid().primaryKey(),
    principalId: owner(),
    book: text().$type<Book>().notNull(),
    kind: text().$type<'adjustment' | 'bad_debt'>().notNull(),
    /** Positive amounts go to the creator, negative amounts are taken. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('payout_adjustments_principal').on(t.principalId, t.id),
    check('payout_adjustments_kind', sql`${t.kind} in ('adjustment','bad_debt')`),
    check(
      'payout_adjustments_amount',
      sql`${t.amount} <> 0 and (${t.kind} = 'adjustment' or ${t.amount} > 0)`,
    ),
  ],
)
export type AdjustmentRow = typeof payoutAdjustments.$inferSelect
owned(payoutAdjustments, {
  owner: 'principalId',
  claim: 'only accounts',
  deleted: 'keep: records of money are kept for the legal period',
  export: {
    file: 'adjustments.json',
    order: payoutAdjustments.id,
    view: ({ id, amount, currency, book, reason, createdAt }) => ({
      id,
      amount,
      currency,
      book,
      reason,
      created_at: createdAt,
    }),
  },
})

/** The last number of each series; its row is locked until the numbered paper is committed. */
export const paperNumbers = pgTable(
  'paper_numbers',
  {
    book: text().$type<Book>().notNull(),
    /** The kind of paper and the month, as `VG-2026-11`. */
    series: text().notNull(),
    last: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.book, t.series] }),
    check('paper_numbers_last', sql`${t.last} >= 1`),
  ],
)

/** A creator's sealed statement of a month or a payout; a trigger refuses UPDATE and DELETE. */
export const statements = pgTable(
  'statements',
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    book: text().$type<Book>().notNull(),
    currency: text().notNull(),
    principalId: uuid('principal_id')
      .notNull()
      .references(() => principals.id),
    kind: text().$type<StatementKind>().notNull(),
    /** The month that the number names: the statement's own, or the month in which the payout arrived. */
    month: text().notNull(),
    payoutId: uuid('payout_id'),
    /** Counts a creator's statements of a kind; each opens with the closing balance of the one before. */
    position: integer().notNull(),
    opening: bigint({ mode: 'number' }).notNull(),
    closing: bigint({ mode: 'number' }).notNull(),
    lineCount: integer('line_count').notNull(),
    figures: jsonb().$type<Figures>().notNull(),
    /** The payout as it was when the statement was made. */
    payout: jsonb().$type<PayoutFacts>(),
    operator: jsonb().$type<OperatorFacts>().notNull(),
    csv: text().notNull(),
    /** The hash of the bytes of `csv`. */
    sha256: text().notNull(),
    madeAt: at('made_at').notNull(),
  },
  (t) => [
    uniqueIndex('statements_number').on(t.book, t.number),
    uniqueIndex('statements_month')
      .on(t.principalId, t.book, t.currency, t.month)
      .where(sql`kind = 'month'`),
    uniqueIndex('statements_payout').on(t.payoutId),
    uniqueIndex('statements_position').on(t.principalId, t.book, t.currency, t.kind, t.position),
    index('statements_principal').on(t.principalId, t.id),
    check('statements_kind', sql`${t.kind} in ('month','payout')`),
    check('statements_of', sql`(${t.kind} = 'payout') = (${t.payoutId} is not null)`),
    check('statements_lines', sql`${t.lineCount} >= 0`),
  ],
)
export type StatementRow = typeof statements.$inferSelect
owned(statements, {
  owner: 'principalId',
  claim: 'only accounts',
  deleted: 'keep: records of money are kept for the legal period',
  export: 'by payouts/answers.ts',
})

/** A creator's legal name and address for statements, whose pages show today's; deleted with the account. */
export const paperNames = pgTable('paper_names', {
  principalId: uuid('principal_id')
    .primaryKey()
    .references(() => principals.id),
  party: jsonb().$type<Party>().notNull(),
  changedAt: at('changed_at').notNull(),
})
owned(paperNames, {
  owner: 'principalId',
  locks: 'statements',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'by payouts/answers.ts',
})

export interface PayoutFacts {
  amount: number
  /** What it was made of, and what of it came back. */
  makeup: Makeup
  returned: number
  bankLast4: string | null
  reference: string | null
  sentAt: string | null
  arrivedAt: string | null
}

/** Which statement of a kind a ledger line stands on: each line stands on one. */
export const statementLines = pgTable(
  'statement_lines',
  {
    kind: text().$type<StatementKind>().notNull(),
    postingId: uuid('posting_id').notNull(),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => statements.id),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.postingId] }),
    index('statement_lines_statement').on(t.statementId),
  ],
)

/** The name and address of a buyer on their papers. */
export interface Party {
  name: string
  address: string
  vatId: string | null
}

/**
 * A buyer's invoice. A trigger refuses every change but one: the buyer's name and address may be
 * entered until the invoice is sealed, by its first reading.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    book: text().$type<Book>().notNull(),
    paymentId: uuid('payment_id').notNull(),
    workflowName: text('workflow_name').notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    /** The taxes in the amount, none where prices include none. */
    taxes: jsonb().$type<Tax[]>().notNull(),
    /** When the buyer was charged and had the creation. */
    suppliedAt: at('supplied_at').notNull(),
    issuedAt: at('issued_at').notNull(),
    operator: jsonb().$type<OperatorFacts>().notNull(),
    buyer: jsonb().$type<Party>(),
    sealedAt: at('sealed_at'),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.book, t.number),
    uniqueIndex('invoices_payment').on(t.paymentId),
    check('invoices_amount', sql`${t.amount} > 0`),
  ],
)
export type InvoiceRow = typeof invoices.$inferSelect

/**
 * A part of an invoice that was refunded, or the correction that takes such a credit note back. A
 * trigger refuses UPDATE and DELETE.
 */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    book: text().$type<Book>().notNull(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    refundId: uuid('refund_id').notNull(),
    /** The credit note that this one takes back, since the bank sent its refund back. */
    corrects: uuid().references((): AnyPgColumn => creditNotes.id),
    amount: integer().notNull(),
    /** The taxes in the amount. */
    taxes: jsonb().$type<Tax[]>().notNull(),
    issuedAt: at('issued_at').notNull(),
  },
  (t) => [
    uniqueIndex('credit_notes_number').on(t.book, t.number),
    uniqueIndex('credit_notes_refund').on(t.refundId).where(sql`corrects is null`),
    uniqueIndex('credit_notes_corrects').on(t.corrects),
    index('credit_notes_invoice').on(t.invoiceId),
    check('credit_notes_amount', sql`${t.amount} > 0`),
  ],
)
export type CreditNoteRow = typeof creditNotes.$inferSelect
