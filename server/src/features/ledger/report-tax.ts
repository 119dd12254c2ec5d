import { writeCents } from '@vignette/contract/currency.ts'
import { and, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import { EFFECT } from '../../schema/ledger-kinds.ts'
import type { Book } from './book.ts'

/** The tax of one jurisdiction in a span of time, in cents. */
interface TaxTotal {
  book: Book
  jurisdiction: string
  currency: string
  /** Captures with tax there. */
  sales: number
  /** What buyers paid for these sales without any tax, less what they got back of it, in that time. */
  net: number
  collected: number
  /** Tax of refunds and disputes, also of earlier sales, less that of money that came back to us. */
  returned: number
  payable: number
}

/** Sums by the day on which each entry occurred, so that a later refund lowers a later quarter. */
export async function reportTax(
  ctx: Pick<Ctx, 'db'>,
  span: { from: Date; until: Date },
  book?: Book,
): Promise<TaxTotal[]> {
  const inSpan = and(
    gte(ledgerEntries.occurredAt, span.from),
    lt(ledgerEntries.occurredAt, span.until),
    book && eq(ledgerEntries.book, book),
  )
  const taxed = ctx.db
    .selectDistinct({
      paymentId: ledgerEntries.paymentId,
      jurisdiction: ledgerAccounts.jurisdiction,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(eq(ledgerEntries.kind, 'capture'), isNotNull(ledgerAccounts.jurisdiction)))
    .as('taxed')
  const isThere = sql`${ledgerAccounts.jurisdiction} = ${taxed.jurisdiction}`
  const isCapture = sql`${ledgerEntries.kind} = 'capture'`
  const credit = (which: ReturnType<typeof sql>) =>
    sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${which}), 0)`
  const rows = await ctx.db
    .select({
      book: ledgerEntries.book,
      jurisdiction: taxed.jurisdiction,
      currency: ledgerEntries.currency,
      sales: sql<string>`count(*) filter (where ${isCapture} and ${isThere})`,
      net: credit(sql`${ledgerAccounts.kind} in ('creator', 'unclaimed', 'referrer', 'platform')`),
      collected: credit(sql`${isCapture} and ${isThere}`),
      payable: credit(isThere),
    })
    .from(ledgerEntries)
    .innerJoin(taxed, eq(taxed.paymentId, ledgerEntries.paymentId))
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(and(inSpan, inArray(ledgerEntries.kind, Object.keys(EFFECT))))
    .groupBy(ledgerEntries.book, taxed.jurisdiction, ledgerEntries.currency)
    .orderBy(ledgerEntries.book, taxed.jurisdiction, ledgerEntries.currency)
  return rows.map((row) => {
    const [collected, payable] = [Number(row.collected), Number(row.payable)]
    return {
      book: row.book,
      jurisdiction: row.jurisdiction ?? '',
      currency: row.currency,
      sales: Number(row.sales),
      net: Number(row.net),
      collected,
      returned: collected - payable,
      payable,
    }
  })
}

/** The lines of the CSV of a calendar quarter in UTC, such as 2026-Q4. */
export async function listTaxRows(
  ctx: Pick<Ctx, 'db'>,
  quarter: string,
  book?: Book,
): Promise<string[]> {
  const [year, number] = quarter.split('-Q').map(Number)
  const first = (months: number) => new Date(Date.UTC(year ?? 0, months, 1))
  const month = ((number ?? 1) - 1) * 3
  const totals = await reportTax(ctx, { from: first(month), until: first(month + 3) }, book)
  const head =
    'quarter,book,jurisdiction,currency,sales,net_of_tax,tax_collected,tax_returned,tax_payable'
  return [head, ...totals.map((total) => taxRow(quarter, total))]
}

function taxRow(quarter: string, { book, jurisdiction, currency, sales, ...sums }: TaxTotal) {
  const amounts = [sums.net, sums.collected, sums.returned, sums.payable]
  const cells = amounts.map(writeCents)
  return [quarter, book, jurisdiction, currency, sales, ...cells].join(',')
}
