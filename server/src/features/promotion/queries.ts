import { and, count, eq, inArray, isNotNull, max, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { type CodeRow, codes } from '../../schema/promotion.ts'
import { workflows, workflowVersions } from '../../schema/workflows.ts'
import { isCodeHeld, isCodeHeldFast, isCodeUsed } from '../payments/index.ts'

/** A code of a recipe's creator, by its text in any case. */
export async function findCode(
  ctx: Pick<Ctx, 'db'>,
  { ownerId, text }: { ownerId: string; text: string },
): Promise<CodeRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(codes)
    .where(and(eq(codes.ownerId, ownerId), eq(codes.code, text.toUpperCase())))
  return row
}

export interface Uses {
  /** Payments that may be captured or are, and free runs. */
  used: number
  /** Checkouts that are not paid. */
  held: number
  /** Those of them that hold the use against everybody. */
  heldFast: number
}

const NO_USES: Uses = { used: 0, held: 0, heldFast: 0 }

export async function countUsesOf(ctx: Ctx, codeId: string, ownerId?: string): Promise<Uses> {
  const uses = await countUses(ctx, { codeIds: [codeId], ...(ownerId && { ownerId }) })
  return uses.get(codeId) ?? NO_USES
}

/** How often each code was used and is held, of all buyers or of one. */
export async function countUses(
  ctx: Ctx,
  { codeIds, ownerId }: { codeIds: readonly string[]; ownerId?: string },
): Promise<Map<string, Uses>> {
  if (codeIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      codeId: sql<string>`${payments.codeId}`,
      used: countIf(isCodeUsed),
      held: countIf(isCodeHeld),
      heldFast: countIf(isCodeHeldFast(ctx.clock.now()) ?? isCodeHeld),
    })
    .from(payments)
    .where(
      and(
        inArray(payments.codeId, [...codeIds]),
        or(isCodeUsed, isCodeHeld),
        ownerId === undefined ? undefined : eq(payments.buyerId, ownerId),
      ),
    )
    .groupBy(payments.codeId)
  const free = await countFreeRuns(ctx, codeIds, ownerId)
  const uses = new Map<string, Uses>()
  for (const [codeId, used] of free) uses.set(codeId, { ...NO_USES, used })
  for (const { codeId, used, ...held } of rows) {
    uses.set(codeId, { used: used + (uses.get(codeId)?.used ?? 0), ...held })
  }
  return uses
}

const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

const tookSomething = and(
  isNotNull(jobs.codeBook),
  sql`exists (select 1 from ${jobSteps} where ${jobSteps.jobId} = ${jobs.id} and ${jobSteps.costCents} > 0)`,
)

/**
 * How many runs each code paid for. A run that ended without a creation gives its use back, unless the
 * run took something from the creator's balance: so all uses together take no more than the creator was
 * shown. A buyer whose run failed may try again all the same.
 */
async function countFreeRuns(
  ctx: Pick<Ctx, 'db'>,
  codeIds: readonly string[],
  ownerId: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const ofOne = ownerId === undefined ? undefined : eq(jobs.ownerId, ownerId)
  const counted = ofOne ? and(tookSomething, ne(jobs.status, 'FAILED')) : tookSomething
  const rows = await ctx.db
    .select({ codeId: sql<string>`${jobs.codeId}`, runs: count() })
    .from(jobs)
    .where(
      and(
        inArray(jobs.codeId, [...codeIds]),
        or(inArray(jobs.status, ['QUEUED', 'RUNNING', 'COMPLETED']), counted),
        ofOne,
      ),
    )
    .groupBy(jobs.codeId)
  return new Map(rows.map(({ codeId, runs }) => [codeId, runs]))
}

/** The most that a run of these recipes may cost now. A code for all recipes pays for no run that costs something. */
export async function findRunCost(
  ctx: Pick<Ctx, 'db'>,
  { kind, ownerId, workflowIds }: Pick<CodeRow, 'kind' | 'ownerId' | 'workflowIds'>,
): Promise<number> {
  if (kind !== 'free' || workflowIds.length === 0) return 0
  const [row] = await ctx.db
    .select({ cost: max(workflowVersions.cost) })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(and(inArray(workflows.id, workflowIds), eq(workflows.ownerId, ownerId)))
  return row?.cost ?? 0
}
