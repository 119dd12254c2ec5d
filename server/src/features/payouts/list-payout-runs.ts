import type { listPayoutRuns as route } from '@vignette/contract/operator-payouts.ts'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { requireAdmin } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { sumRuns } from './queries.ts'
import { payoutRuns } from './tables.ts'
import { viewRun } from './view-payout.ts'

export async function listPayoutRuns(
  ctx: Ctx,
  input: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireAdmin(ctx)
  const book = currentBook(ctx)
  const columns = [payoutRuns.dueAt, payoutRuns.id]
  const list = { name: ['payout runs', book], columns, descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: payoutRuns, key: at.key })
      .from(payoutRuns)
      .where(and(eq(payoutRuns.book, book), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const sums = await sumRuns(
    ctx,
    rows.map(({ row }) => row.id),
  )
  return { runs: rows.map(({ row }) => viewRun(row, sums.get(row.id))), next_cursor }
}
