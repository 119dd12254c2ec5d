import { describeSource } from '@vignette/contract/describe-source.ts'
import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { namePayout } from '@vignette/contract/payout-words.ts'
import type { SaleView } from '@vignette/contract/sales.ts'
import { desc } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { formatCsv } from '../../../platform/text-table.ts'
import { payments } from '../../../schema/payments.ts'
import { listOwners, requireVisitor } from '../../identity/index.ts'
import { currentBook } from '../gateway.ts'
import { describeSales } from './describe-sales.ts'
import { sumPartsBesides } from './paid-in.ts'
import { type SaleFilter, whichSales } from './sale.ts'

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
  'time_zone',
  'code',
  'full_price',
  'source',
  'not_paid',
  'payout',
  'payout_state',
  'paid',
]

/** Sales whose refunds and disputes are asked for together. */
const AT_ONCE = 1_000

/**
 * A person's sales in the current book, newest first. A sale that several payouts paid has a further line
 * for each; without a filter, what payouts paid besides sales follows, so that the lines of a payout add up
 * to it.
 */
export async function exportSales(
  ctx: Ctx,
  filter: SaleFilter,
  personId = requireVisitor(ctx).id,
): Promise<string> {
  const ownerIds = await listOwners(ctx, personId)
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
    const sales = await describeSales(ctx, rows.slice(from, from + AT_ONCE))
    cells.push(...sales.flatMap((sale) => toRows(sale, book)))
  }
  const { workflow_id, state, month } = filter
  if (workflow_id === undefined && state === undefined && month === undefined) {
    for (const each of await sumPartsBesides(ctx, ownerIds)) {
      const row = HEAD.map(() => '')
      row[HEAD.indexOf('recipe')] = BESIDES[each.kind]
      cells.push([...row.slice(0, -3), each.id, namePayout(each), dollars(each.paid)])
    }
  }
  return formatCsv(cells)
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

const BESIDES = {
  sale: '',
  commission: '(Commission from purchases by your link)',
  free_runs: '(What free runs by your codes cost)',
  adjustments: '(Adjustments)',
  returns: '(Came back from a payout, or was paid again)',
} as const

function toRows(sale: SaleView, book: string): string[][] {
  const [first, ...further] = sale.payouts.map((each) => [each.id, each.words, dollars(each.paid)])
  const named = ['', sale.id, sale.workflow_name, sale.workflow_id, String(sale.workflow_version)]
  const blank = HEAD.slice(named.length, -3).map(() => '')
  return [
    [...toRow(sale, book), ...(first ?? ['', '', dollars(0)])],
    ...further.map((payout) => [...named, ...blank, ...payout]),
  ]
}

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
    'UTC',
    sale.code ?? '',
    dollars(sale.full_price),
    sale.source === null ? '' : describeSource(sale.source),
    dollars(sale.unpaid),
  ]
}
