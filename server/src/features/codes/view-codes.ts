import type { CodeView } from '@vignette/contract/codes.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { sumFreeRunsOfJobs, sumShares } from '../ledger/index.ts'
import { currentBook, payments } from '../payments/index.ts'
import { codePorts } from './ports.ts'
import { countUses, findRunCost } from './queries.ts'
import { stateOf } from './rules.ts'
import type { CodeRow } from './tables.ts'

/** Codes with their uses, and with the money of the current book. */
export async function viewCodes(ctx: Ctx, rows: readonly CodeRow[]): Promise<CodeView[]> {
  const uses = await countUses(ctx, { codeIds: rows.map(({ id }) => id) })
  return Promise.all(rows.map((row) => viewCode(ctx, row, uses.get(row.id)?.used ?? 0)))
}

async function viewCode(ctx: Ctx, row: CodeRow, uses: number): Promise<CodeView> {
  const { paid, earned } = uses === 0 ? { paid: 0, earned: 0 } : await sumSales(ctx, row.id)
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    value: row.value,
    workflow_ids: row.workflowIds,
    from: row.from?.toISOString().slice(0, 10) ?? null,
    until: row.until ? new Date(row.until.getTime() - 1).toISOString().slice(0, 10) : null,
    total: row.total,
    per_buyer: row.perBuyer,
    state: stateOf(row, uses, ctx.clock.now()),
    uses,
    paid,
    earned,
    run_cost: row.runCost,
    run_cost_now: await findRunCost(ctx, row),
    taken: row.kind === 'free' ? await sumTaken(ctx, row.id) : 0,
    created_at: row.createdAt.toISOString(),
  }
}

async function sumSales(ctx: Ctx, codeId: string): Promise<{ paid: number; earned: number }> {
  const sold = and(
    eq(payments.codeId, codeId),
    eq(payments.state, 'captured'),
    eq(payments.book, currentBook(ctx)),
  )
  const [row] = await ctx.db
    .select({
      paid: sql<string>`coalesce(sum(${payments.captured} - ${payments.refunded} - ${payments.disputed}), 0)`,
    })
    .from(payments)
    .where(sold)
  const ids = ctx.db.select({ id: payments.id }).from(payments).where(sold)
  return { paid: Number(row?.paid ?? 0), earned: await sumShares(ctx, ids) }
}

async function sumTaken(ctx: Ctx, codeId: string): Promise<number> {
  const { jobIds } = await codePorts.jobsOfCode.ask(ctx, { codeId })
  return (await sumFreeRunsOfJobs(ctx, currentBook(ctx), jobIds)).taken
}
