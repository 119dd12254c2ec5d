import { z } from 'zod'
import { defineRoute, emptyAnswer } from './define-route.ts'
import { timestamp } from './entities.ts'

const admin = { access: 'admin', token: false } as const

export const getBooks = defineRoute('getBooks', {
  summary: 'The balance of each kind of account in each book of the ledger',
  ...admin,
  answer: z.object({
    books: z.array(
      z.object({
        book: z.string(),
        current: z.boolean().describe('Whether what is sold now stands in it'),
        off: z.number().int().describe('Debits less credits; 0 where the book balances'),
        accounts: z.array(
          z.object({
            kind: z.string(),
            /** Of tax. */
            jurisdiction: z.string().nullable(),
            side: z.enum(['debit', 'credit']).describe('Where its balance stands as a rule'),
            balance: z.number().int(),
          }),
        ),
      }),
    ),
    comparison: z
      .object({
        at: timestamp,
        payments: z.number().int().describe('How many were looked at'),
        differences: z
          .array(
            z.object({
              kind: z.string(),
              payment_id: z.string().nullable(),
              ours: z.string(),
              theirs: z.string(),
              mended: z.boolean(),
            }),
          )
          .describe('At most 100'),
        more: z.number().int(),
      })
      .nullable()
      .describe('The newest comparison with the payment vendor'),
  }),
  errors: ['unauthenticated', 'forbidden'],
})

export const compareBooks = defineRoute('compareBooks', {
  summary: 'Compare all payments and the books with the payment vendor soon',
  ...admin,
  answer: emptyAnswer,
  errors: ['unauthenticated', 'forbidden'],
  rate: 'writes',
})

export const exportTaxReport = defineRoute('exportTaxReport', {
  summary: 'The tax of a quarter by country and state, as CSV',
  ...admin,
  content: ['text/csv'],
  query: z.object({ quarter: z.string().regex(/^20\d{2}-Q[1-4]$/, 'must read like 2026-Q4') }),
  errors: ['unauthenticated', 'forbidden', 'validation_failed'],
})

const marginSums = z.object({
  sales: z.number().int(),
  paid: z.number().int().describe('By buyers, without what they or their banks got back'),
  tax: z.number().int(),
  creator: z.number().int().describe('Their part, less what free runs by their codes took'),
  referrer: z.number().int(),
  other: z.number().int().describe('Owed back to buyers, and paid by creators for own runs'),
  card_fee: z.number().int().describe('With the fees of disputes'),
  provider_cost: z.number().int(),
  left: z.number().int().describe('Of what was paid, without all the others; may be below zero'),
})
const marginQuery = z.object({
  from: z.iso.date().optional().describe('The first day (UTC); 30 days before the last if absent'),
  to: z.iso.date().optional().describe('The last day (UTC); today if absent'),
  by: z
    .enum(['workflow', 'provider', 'day'])
    .default('workflow')
    .describe('A run by several providers counts with the dearest'),
})

export const getMargins = defineRoute('getMargins', {
  summary: 'What buyers paid, who got what of it and what is left, as the ledger has it',
  ...admin,
  query: marginQuery,
  answer: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(['workflow', 'provider', 'day']),
    currency: z.string(),
    total: marginSums,
    rows: z
      .array(marginSums.extend({ key: z.string(), name: z.string() }))
      .describe('At most 200, the least left first; the CSV has all'),
    more: z.number().int(),
  }),
  errors: ['unauthenticated', 'forbidden', 'validation_failed'],
})

export const exportMargins = defineRoute('exportMargins', {
  summary: 'The same figures as CSV',
  ...admin,
  content: ['text/csv'],
  query: marginQuery,
  errors: ['unauthenticated', 'forbidden', 'validation_failed'],
})
