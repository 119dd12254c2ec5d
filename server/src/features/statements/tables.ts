import type { StatementKind } from '@vignette/contract/payout-words.ts'
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
import type { Tax } from '../../providers/payments/spec.ts'
import { principals } from '../identity/index.ts'
import type { Book } from '../ledger/index.ts'
import type { Makeup } from '../payouts/index.ts'
import type { OperatorFacts } from './operator-facts.ts'
import type { Figures } from './rules.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

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
    paid: jsonb().$type<PaidFacts>(),
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

/** A creator's legal name and address for statements, whose pages show today's; deleted with the account. */
export const paperNames = pgTable('paper_names', {
  principalId: uuid('principal_id')
    .primaryKey()
    .references(() => principals.id),
  party: jsonb().$type<Party>().notNull(),
  changedAt: at('changed_at').notNull(),
})

export interface PaidFacts {
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

/** How somebody wants to stand on a paper. */
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
    recipe: text().notNull(),
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
