import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { SALE_STATES } from '@vignette/contract/sale-words.ts'
import { desc } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../../command.ts'
import { formatTable } from '../../../platform/text-table.ts'
import { payments } from '../../../schema/payments.ts'
import { listOwners } from '../../identity/index.ts'
import { findCreator } from '../find-creator.ts'
import { describeSales } from './describe-sales.ts'
import { sumSales, whichSales } from './sale.ts'

export const salesCommand: Command = {
  name: 'sales list',
  usage: 'sales list CREATOR [--state cleared] [--month 2026-11] [--last 20]',
  summary: 'Lists the newest sales of a creator, as the creator sees them, and their totals',
  async run(ctx, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        month: { type: 'string' },
        last: { type: 'string', default: '20' },
      },
    })
    const [id] = positionals
    const creator = id ? await findCreator(ctx, id) : undefined
    if (!creator) throw new CommandError('Name a creator by the handle or the id.')
    const state = SALE_STATES.find((one) => one === values.state)
    if (values.state !== undefined && !state) {
      throw new CommandError(`--state is one of ${SALE_STATES.join(', ')}.`)
    }
    if (values.month !== undefined && !/^20\d\d-(0[1-9]|1[0-2])$/.test(values.month)) {
      throw new CommandError('--month takes a month such as 2026-11.')
    }
    const filter = { state, month: values.month }
    const ownerIds = await listOwners(ctx, creator.id)
    const { lines, joined, isWanted } = whichSales(ctx, ownerIds, filter)
    const rows = await ctx.db
      .select({ payment: payments, clearsAt: lines.clearsAt })
      .from(payments)
      .innerJoin(lines, joined)
      .where(isWanted)
      .orderBy(desc(payments.capturedAt), desc(payments.id))
      .limit(readLast(values.last))
    const sales = await describeSales(ctx, rows)
    if (sales.length === 0) return 'There are no sales here.'
    const totals = await sumSales(ctx, ownerIds, filter)
    const table = formatTable(
      [
        'sale',
        'sold',
        'recipe',
        'state',
        'price',
        'refunded',
        'disputed',
        'share',
        'paid',
        'clears',
      ],
      sales.map((sale) => [
        sale.id,
        sale.sold_at.slice(0, 16).replace('T', ' '),
        sale.workflow_name.slice(0, 40),
        sale.state,
        formatCents(sale.price),
        sale.refunded ? formatCents(sale.refunded) : '',
        sale.disputed ? formatCents(sale.disputed) : '',
        formatCents(sale.share),
        sale.paid ? formatCents(sale.paid) : '',
        sale.clears_at.slice(0, 10),
      ]),
      [4, 5, 6, 7, 8],
    )
    return `${table}\n\n${totals.sales} sales: ${formatCents(totals.price)} paid, ${formatCents(totals.refunded)} refunded, ${formatCents(totals.disputed)} disputed, ${formatCents(totals.share)} the creator’s.`
  },
}
