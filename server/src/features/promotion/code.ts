import type { CodeView, listCodes as route } from '@vignette/contract/codes.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { and, arrayContains, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { type CodeRow, codes } from '../../schema/promotion.ts'
import { lockCaller, requireUser } from '../identity/index.ts'
import { sumFreeRunsOfJobs, sumShares } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { countUses, findRunCost } from './queries.ts'
import { stateOf } from './rules.ts'

export async function listCodes(
  ctx: Ctx,
  { workflow_id: workflowId, ...place }: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  const owner = requireUser(ctx)
  const list = {
    name: ['codes', owner.id, ...(workflowId ? [workflowId] : [])],
    columns: [codes.createdAt, codes.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...place, offset: 0 }, (at) =>
    ctx.db
      .select({ row: codes, key: at.key })
      .from(codes)
      .where(
        and(
          eq(codes.ownerId, owner.id),
          workflowId
            ? or(
                sql`cardinality(${codes.workflowIds}) = 0`,
                arrayContains(codes.workflowIds, [workflowId]),
              )
            : undefined,
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const found = await viewCodes(
    ctx,
    rows.map(({ row }) => row),
  )
  const runCost = await findRunCost(ctx, {
    kind: 'free',
    ownerId: owner.id,
    workflowIds: workflowId ? [workflowId] : [],
  })
  return { codes: found, run_cost: runCost, next_cursor }
}

/**
 * Locks the code's row, so that a checkout either claims the code before a stop or sees the stop. Beginning
 * a code of free runs agrees to what a run may cost now.
 */
export async function setCodeState(
  ctx: Ctx,
  id: string,
  { state, run_cost: shown }: { state: 'active' | 'stopped'; run_cost?: number | undefined },
): Promise<CodeView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const own = and(eq(codes.id, id), eq(codes.ownerId, owner.id))
    const [code] = await tx.db.select().from(codes).where(own).for('update')
    if (!code) throw new AppError('not_found', 'There is no such code of yours.')
    const runCost =
      state === 'active' ? await agreeRunCost(tx, code, shown ?? code.runCost) : code.runCost
    const [row] = await tx.db.update(codes).set({ state, runCost }).where(own).returning()
    const [view] = row ? await viewCodes(tx, [row]) : []
    if (!view) throw new Error('the code was not read')
    return view
  })
}

/**
 * The sum that a free run may take from the balance; refused where the sum is above what the owner
 * was shown.
 */
export async function agreeRunCost(
  ctx: Pick<Ctx, 'db'>,
  code: Pick<CodeRow, 'kind' | 'ownerId' | 'workflowIds' | 'total'>,
  shown: number,
): Promise<number> {
  const cost = await findRunCost(ctx, code)
  if (cost <= shown) return cost
  const all =
    code.total === null ? '' : `, and all ${code.total} at most ${formatCents(cost * code.total)}`
  const message = `must be at least ${cost}: each remix takes at most ${formatCents(cost)} from your balance${all}`
  throw new AppError('validation_failed', `run_cost ${message}.`, {
    details: [{ path: 'run_cost', message }],
  })
}

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
  const jobIds = ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.codeId, codeId))
  return (await sumFreeRunsOfJobs(ctx, currentBook(ctx), jobIds)).taken
}
