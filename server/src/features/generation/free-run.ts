import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { utcDayOf } from '../../platform/time.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { currentBook } from '../payments/index.ts'
import { type Runnable } from '../workflows/index.ts'
import { unfinished } from './lease.ts'

const DAY_MS = 86_400_000

export function costlyProviders(tx: TxCtx): string[] {
  return tx.providers
    .list()
    .filter((provider) => provider.costs_operator)
    .map((provider) => provider.id)
}

/** The cost of ended runs that neither a buyer nor a creator's balance pays for, plus the maximum cost of unfinished runs. */
export async function sumFreeCostSince(
  tx: TxCtx,
  since: Date,
  costly: readonly string[],
  which: SQL | undefined,
): Promise<number> {
  const ended = sql`(select coalesce(sum(${jobSteps.costCents}), 0) from ${jobSteps}
    where ${jobSteps.jobId} = ${jobs.id})`
  const [row] = await tx.db
    .select({
      cents: sql<number>`coalesce(sum(case when ${jobs.finishedAt} is null
        then ${jobs.costLimit} else ${ended} end), 0)::int`,
    })
    .from(jobs)
    .where(
      and(
        // Range-scan the primary key (UUIDv7). Ids use the machine's clock, so the scan starts a day early.
        gte(jobs.id, firstIdAt(since.getTime() - DAY_MS)),
        gte(jobs.createdAt, since),
        isNull(jobs.paymentId),
        isNull(jobs.codeBook),
        which,
        sql`exists (select 1 from ${jobSteps}
          where ${jobSteps.jobId} = ${jobs.id} and ${inArray(jobSteps.provider, [...costly])})`,
      ),
    )
  return row?.cents ?? 0
}

export const testBudget = defineLock(8_402_131)

/** The operator pays for creators' tests on paid providers, so each creator has a budget per day (UTC). */
export async function assertTestBudget(
  tx: TxCtx,
  creatorId: string,
  runnable: Pick<Runnable, 'recipe' | 'cost'>,
): Promise<void> {
  const costly = costlyProviders(tx)
  if (!runnable.recipe.steps.some((step) => costly.includes(step.provider))) return
  const budget = tx.config.TEST_BUDGET_CENTS
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  await lockFor(tx, testBudget, creatorId)
  const own = and(eq(jobs.test, true), eq(jobs.ownerId, creatorId))
  if ((await sumFreeCostSince(tx, today, costly, own)) + runnable.cost <= budget) return
  if (runnable.cost > budget) {
    throw new AppError(
      'forbidden',
      `A test of this recipe may cost ${runnable.cost} cents at its providers; tests here may cost ${budget} cents a day.`,
    )
  }
  throw new AppError(
    'provider_unavailable',
    'Your budget for tests on paid providers is used up for today. Please come back tomorrow.',
    { retryAfterSeconds: secondsLeft },
  )
}

const tookSomething = and(
  isNotNull(jobs.codeBook),
  sql`exists (select 1 from ${jobSteps} where ${jobSteps.jobId} = ${jobs.id} and ${jobSteps.costCents} > 0)`,
)

/**
 * How many runs each code paid for. A run that ended without a creation gives its use back, unless the
 * run took something from the creator's balance: so all uses together take no more than the creator was
 * shown. A buyer whose run failed may try again all the same.
 */
export async function countFreeRuns(
  ctx: Pick<Ctx, 'db'>,
  { codeIds, ownerId }: { codeIds: readonly string[]; ownerId?: string },
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

/** A subquery of the jobs that a code paid for. */
export function jobsOfCode(ctx: Pick<Ctx, 'db'>, codeId: string): SQLWrapper {
  return ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.codeId, codeId))
}

/** The most that the unfinished free runs of each creator's recipes may take, by the creator's id. */
export async function sumHeldByFreeRuns(
  ctx: Ctx,
  ownerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({
      ownerId: workflows.ownerId,
      cents: sql<number>`coalesce(sum(${jobs.costLimit}), 0)::int`,
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .where(
      and(
        unfinished,
        eq(jobs.codeBook, currentBook(ctx)),
        sql`${workflows.ownerId} = any(${sql.param([...ownerIds])}::uuid[])`,
      ),
    )
    .groupBy(workflows.ownerId)
  return new Map(rows.map(({ ownerId, cents }) => [ownerId, cents]))
}
