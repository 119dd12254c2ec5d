import { CURRENCY } from '@vignette/contract/money-limits.ts'
import type { SaleView } from '@vignette/contract/sales.ts'
import { desc } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { formatCsv } from '../../../platform/format-csv.ts'
import { listOwners, requireVisitor } from '../../identity/index.ts'
import { currentBook } from '../current-book.ts'
import { payments } from '../tables.ts'
import { describeSales } from './describe-sales.ts'
import { type SaleFilter, whichSales } from './queries.ts'

const HEAD = [
  'sold_at',
  'sale',
  'recipe',
  'workflow_id',
  'version',
  'state',
  'price',
  'tax',
  'refunded',
  'disputed',
  'share_percent',
  'share',
  'currency',
  'book',
  'clears_at',
  'payout',
]

/** Sales whose refunds and disputes are asked for together. */
const AT_ONCE = 1_000

/** The caller's sales in the current book, newest first, one a line. */
export async function exportSales(ctx: Ctx, filter: SaleFilter): Promise<string> {
  const ownerIds = await listOwners(ctx, requireVisitor(ctx).id)
  const { lines, joined, isWanted } = whichSales(ctx, ownerIds, filter)
  const rows = await ctx.db
    .select({ payment: payments, clearsAt: lines.clearsAt })
    .from(payments)
    .innerJoin(lines, joined)
    .where(isWanted)
    .orderBy(desc(payments.capturedAt), desc(payments.id))
  const book = currentBook(ctx)
  const cells = [HEAD]
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const sales = await describeSales(ctx, ownerIds, rows.slice(from, from + AT_ONCE))
    cells.push(...sales.map((sale) => toRow(sale, book)))
  }
  return formatCsv(cells)
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

function toRow(sale: SaleView, book: string): string[] {
  return [
    sale.sold_at,
    sale.id,
    sale.workflow_name,
    sale.workflow_id,
    String(sale.workflow_version),
    sale.state,
    dollars(sale.price),
    dollars(sale.tax),
    dollars(sale.refunded),
    dollars(sale.disputed),
    String(sale.share_percent),
    dollars(sale.share),
    CURRENCY,
    book,
    sale.clears_at,
    sale.payout?.id ?? '',
  ]
}
