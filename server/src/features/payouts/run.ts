import type {
  listRunPayouts as runPayoutsRoute,
  listPayoutRuns as runsRoute,
} from '@vignette/contract/operator-payouts.ts'
import { namePayout } from '@vignette/contract/payout-words.ts'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { payoutRuns, payouts } from '../../schema/payouts.ts'
import { findPrincipals, requireStaff } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { sumRuns } from './queries.ts'
import { viewPayout, viewRun } from './view-payout.ts'

export async function listPayoutRuns(
  ctx: Ctx,
  input: z.output<(typeof runsRoute)['query']>,
): Promise<z.input<(typeof runsRoute)['answer']>> {
  requireStaff(ctx, 'listPayoutRuns')
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

export async function listRunPayouts(
  ctx: Ctx,
  runId: string,
  input: z.output<(typeof runPayoutsRoute)['query']>,
): Promise<z.input<(typeof runPayoutsRoute)['answer']>> {
  requireStaff(ctx, 'listRunPayouts')
  const [run] = await ctx.db.select().from(payoutRuns).where(eq(payoutRuns.id, runId))
  if (!run) throw new AppError('not_found', 'There is no such run.')
  const list = { name: ['run', runId], columns: [payouts.id], descending: false }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: payouts, key: at.key })
      .from(payouts)
      .where(and(eq(payouts.runId, runId), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const people = await findPrincipals(
    ctx,
    rows.map(({ row }) => row.principalId),
  )
  return {
    run: viewRun(run, (await sumRuns(ctx, [runId])).get(runId)),
    payouts: rows.map(({ row }) => ({
      ...viewPayout(row),
      words: namePayout(row, 'the bank'),
      principal_id: row.principalId,
      handle: people.get(row.principalId)?.handle ?? '',
      vendor: row.gateway,
    })),
    next_cursor,
  }
}
