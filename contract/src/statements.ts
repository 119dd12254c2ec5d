import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { cents, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { STATEMENT_KINDS } from './payout-words.ts'

const paperNumber = z
  .string()
  .max(40)
  .regex(/^(?:TEST-)?V[GIC]-20\d{2}-\d{2}-\d{6,9}$/)
  .describe('As VG-2026-11-000123; papers of test money begin with TEST-')

const statementSummary = z.object({
  number: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  /** UTC, `2026-11`: the statement's month, or the month in which the payout arrived. */
  month: z.string(),
  made_at: timestamp,
  currency: z.string(),
  opening: cents,
  closing: cents,
  /** The sum that arrived, on the statement of a payout. */
  paid: cents.nullable(),
  /** The addresses of the page for printing, and of the sealed file. */
  page_url: z.string(),
  csv_url: z.string(),
})
export type StatementSummary = z.infer<typeof statementSummary>

const statementView = statementSummary.extend({
  test_mode: z.boolean(),
  payout_id: z.string().nullable(),
  /** The number of sales, and what their buyers paid. */
  sales_count: z.number().int(),
  buyers_paid: cents,
  /** The creator's parts; with the opening balance they add up to the closing balance. */
  sales: cents,
  refunds: cents,
  disputes: cents,
  /** Commission from purchases by the person's link. */
  commissions: cents,
  /** What runs by the person's codes cost. */
  free_runs: cents,
  payouts: cents,
  fees: cents,
  adjustments: cents,
  recipes: z.array(
    z.object({
      workflow_id: z.string(),
      name: z.string(),
      sales: z.number().int(),
      buyers_paid: cents,
      amount: cents,
    }),
  ),
  lines: z.number().int(),
  /** On the statement of a payout, what it is made of: the parts add up to what was paid. */
  this_payout: z
    .object({
      paid: cents,
      /** The sales that are in it, and the creator's part of them. */
      sales_count: z.number().int(),
      sales: cents,
      /** What was refunded or disputed of these sales, below zero. */
      refunds: cents,
      commissions: cents,
      free_runs: cents,
      adjustments: cents,
      /** What came back of earlier payouts; below zero what came back of this one. */
      returns: cents,
      /** What was refunded or disputed after an earlier payout had paid it, below zero. */
      owed_back: cents,
      /** What had cleared and was held back, below zero. */
      held: cents,
      reference: z.string().nullable(),
      bank_last4: z.string().nullable(),
    })
    .nullable(),
  /** The hash of the statement's CSV. */
  sha256: z.string(),
})
export type StatementView = z.infer<typeof statementView>

const numberParams = z.object({ number: paperNumber })

export const listStatements = defineRoute('listStatements', {
  summary: 'The caller’s statements, the newest first',
  access: 'user',
  scope: 'sales:read',
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({ statements: z.array(statementSummary), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const getStatement = defineRoute('getStatement', {
  summary: 'One statement in figures, for its creator and administrators',
  access: 'user',
  scope: 'sales:read',
  operator: true,
  params: numberParams,
  answer: statementView,
  errors: ['not_found'],
})

export const exportStatement = defineRoute('exportStatement', {
  summary: 'One statement as sealed: every movement as CSV',
  access: 'user',
  content: ['text/csv'],
  scope: 'sales:read',
  operator: true,
  params: numberParams,
  errors: ['not_found'],
})

export const printStatement = defineRoute('printStatement', {
  summary: 'One statement as a page made for printing',
  access: 'user',
  content: ['text/html'],
  scope: 'sales:read',
  params: numberParams,
  errors: ['not_found'],
})

/** One line of text, or with `lines` several. */
const written = (max: number, lines = false) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(lines ? /^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u : /^[^\p{Cc}]*$/u, 'has control characters')

export const invoiceBuyer = z.object({
  name: written(120),
  address: written(400, true),
  vat_id: written(30).optional(),
})

const paperName = z.object({
  /** Null where none is set. */
  party: z
    .object({ name: z.string(), address: z.string(), vat_id: z.string().nullable() })
    .nullable(),
})
export type PaperName = z.infer<typeof paperName>

export const getPaperName = defineRoute('getPaperName', {
  summary: 'The legal name and address that stand on the caller’s statements',
  access: 'user',
  token: false,
  answer: paperName,
})

export const updatePaperName = defineRoute('updatePaperName', {
  summary: 'Set the legal name and address on the caller’s statements, or remove them',
  access: 'user',
  token: false,
  body: z.object({ party: invoiceBuyer.nullable() }),
  answer: paperName,
  errors: ['validation_failed'],
  rate: 'writes',
})

const invoiceView = z.object({
  number: z.string(),
  issued_at: timestamp,
  amount: cents,
  currency: z.string(),
  buyer: z
    .object({ name: z.string(), address: z.string(), vat_id: z.string().nullable() })
    .nullable(),
  /** The invoice was opened, and no longer changes. */
  sealed: z.boolean(),
  /** Opens the page for printing, for an hour. */
  url: z.string(),
  credit_notes: z.array(
    z.object({
      number: z.string(),
      issued_at: timestamp,
      amount: cents,
      /** The number of the credit note that this paper takes back; its refund came back. */
      corrects: z.string().nullable(),
      url: z.string(),
    }),
  ),
})
export type InvoiceView = z.infer<typeof invoiceView>

export const openInvoice = defineRoute('openInvoice', {
  summary:
    'The buyer’s invoice of a charged payment; name and address may be entered until it is opened',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z.object({ buyer: invoiceBuyer.optional() }),
  answer: invoiceView,
  errors: ['not_found', 'conflict'],
  rate: 'writes',
})

export const openSignedInvoice = defineRoute('openSignedInvoice', {
  summary: 'The same invoice by the signed link of a letter',
  access: 'anyone',
  body: z.object({ token: z.string().max(500), buyer: invoiceBuyer.optional() }),
  answer: invoiceView,
  errors: ['validation_failed', 'not_found', 'conflict'],
  rate: 'writes',
  csrf: false,
})

export const printInvoice = defineRoute('printInvoice', {
  summary: 'An invoice, credit note or correction as a page made for printing; seals the invoice',
  access: 'anyone',
  content: ['text/html'],
  params: z.object({ token: z.string().max(500) }),
  errors: ['not_found'],
})
