import { CURRENCY } from '@vignette/contract/money-limits.ts'
import type { listSales as route } from '@vignette/contract/sales.ts'
import { and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { readPage } from '../../../platform/db/read-page.ts'
import { listOwners, requireVisitor } from '../../identity/index.ts'
import { currentBook } from '../current-book.ts'
import { payments } from '../tables.ts'
import { describeSales } from './describe-sales.ts'
import { type SaleFilter, sumSales, whichSales } from './queries.ts'

interface ListSales extends SaleFilter {
  limit: number
  cursor?: string | undefined
}

export async function listSales(
  ctx: Ctx,
  input: ListSales,
): Promise<z.input<(typeof route)['answer']>> {
  const caller = requireVisitor(ctx)
  const ownerIds = await listOwners(ctx, caller.id)
  const { lines, joined, isWanted } = whichSales(ctx, ownerIds, input)
  const { workflow_id, state, month } = input
  const list = {
    name: ['sales', caller.id, currentBook(ctx), workflow_id, state, month],
    columns: [payments.capturedAt, payments.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ payment: payments, clearsAt: lines.clearsAt, key: at.key })
      .from(payments)
      .innerJoin(lines, joined)
      .where(and(isWanted, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    currency: CURRENCY,
    test_mode: ctx.gateway.testMode,
    totals: await sumSales(ctx, ownerIds, input),
    sales: await describeSales(ctx, rows),
    next_cursor,
  }
}
