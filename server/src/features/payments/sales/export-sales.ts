import { currencyHere, writeCents } from '@vignette/contract/currency.ts'
import { describeSource } from '@vignette/contract/describe-source.ts'
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
  'not_paid',
  'payout',
  'payout_state',
  'paid',
  'time_zone',
  'code',
  'full_price',
  'source',
] as const
type Row = Partial<Record<(typeof HEAD)[number], string>>

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
  const { lines: sold, joined, isWanted } = whichSales(ctx, ownerIds, filter)
  const rows = await ctx.db
    .select({ payment: payments, clearsAt: sold.clearsAt })
    .from(payments)
    .innerJoin(sold, joined)
    .where(isWanted)
    .orderBy(desc(payments.capturedAt), desc(payments.id))
  const book = currentBook(ctx)
  const lines: Row[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const sales = await describeSales(ctx, rows.slice(from, from + AT_ONCE))
    lines.push(...sales.flatMap((sale) => toRows(sale, book)))
  }
  const { workflow_id, state, month } = filter
  if (workflow_id === undefined && state === undefined && month === undefined) {
    for (const each of await sumPartsBesides(ctx, ownerIds)) {
      lines.push({ recipe: BESIDES[each.kind], ...paidIn({ ...each, words: namePayout(each) }) })
    }
  }
  return formatCsv([HEAD, ...lines.map((line) => HEAD.map((name) => line[name] ?? ''))])
}

const BESIDES = {
  sale: '',
  commission: '(Commission from purchases by your link)',
  free_runs: '(What free remixes by your codes cost)',
  adjustments: '(Adjustments)',
  returns: '(Came back from a payout, or was paid again)',
} as const

const paidIn = (part: { id: string; words: string; paid: number }) => ({
  payout: part.id,
  payout_state: part.words,
  paid: writeCents(part.paid),
})

function toRows(sale: SaleView, book: string): Row[] {
  const named = {
    sale: sale.id,
    recipe: sale.workflow_name,
    workflow_id: sale.workflow_id,
    version: String(sale.workflow_version),
  }
  const [first, ...further] = sale.payouts.map(paidIn)
  return [
    {
      ...named,
      sold_at: sale.sold_at,
      state: sale.state,
      price: writeCents(sale.price),
      tax: writeCents(sale.tax),
      refunded: writeCents(sale.refunded),
      disputed: writeCents(sale.disputed),
      share_percent: String(sale.share_percent),
      share: writeCents(sale.share),
      currency: currencyHere(),
      book,
      clears_at: sale.clears_at,
      not_paid: writeCents(sale.unpaid),
      ...(first ?? { paid: writeCents(0) }),
      time_zone: 'UTC',
      code: sale.code ?? '',
      full_price: writeCents(sale.full_price),
      source: sale.source === null ? '' : describeSource(sale.source),
    },
    ...further.map((payout) => ({ ...named, ...payout })),
  ]
}
