import { countCents } from '@vignette/contract/currency.ts'
import { and, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { utcDayOf } from '../../platform/time.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import { type Runnable } from '../workflows/index.ts'

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
      `A test of this recipe may cost ${countCents(runnable.cost)} at its providers; tests here may cost ${countCents(budget)} a day.`,
    )
  }
  throw new AppError(
    'provider_unavailable',
    'Your budget for tests on paid providers is used up for today. Please come back tomorrow.',
    { retryAfterSeconds: secondsLeft },
  )
}
