import { currencyHere } from '@vignette/contract/currency.ts'
import { PAGE } from '@vignette/contract/limits.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import type { getPayouts as route } from '@vignette/contract/payouts.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { payouts } from '../../schema/payouts.ts'
import { listOwners, requireVisitor } from '../identity/index.ts'
import { sumFreeRuns } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { listUnpaid } from './position.ts'
import { findMinimum, listAdjustments } from './queries.ts'
import { nextRuns, sumLines } from './rules.ts'
import { viewAdjustment, viewLine, viewPayout } from './view-payout.ts'

const RUNS_SHOWN = 4

export async function getPayouts(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<z.input<(typeof route)['answer']>> {
  const caller = requireVisitor(ctx)
  const lines = await listUnpaid(ctx, caller.id)
  const isOwn = and(eq(payouts.principalId, caller.id), eq(payouts.book, currentBook(ctx)))
  const list = { name: ['payouts', caller.id], columns: [payouts.id], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: payouts, key: at.key })
      .from(payouts)
      .where(and(isOwn, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const [sum] = await ctx.db
    .select({ paid: sql<string>`coalesce(sum(${payouts.amount} - ${payouts.reversed}), 0)` })
    .from(payouts)
    .where(and(isOwn, eq(payouts.state, 'paid')))
  const money = { book: currentBook(ctx), currency: currencyHere() }
  return {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    unpaid: sumLines(lines),
    paid: Number(sum?.paid ?? 0),
    lines: lines.map(viewLine),
    adjustments: (await listAdjustments(ctx, caller.id, PAGE.creations)).map(viewAdjustment),
    free_runs: await sumFreeRuns(ctx, await listOwners(ctx, caller.id), money),
    minimum: (await findMinimum(ctx, caller.id)) ?? PAYOUT.minCents,
    next_runs: nextRuns(ctx.clock.now(), RUNS_SHOWN).map((at) => at.toISOString()),
    payouts: rows.map(({ row }) => viewPayout(row)),
    next_cursor,
  }
}
