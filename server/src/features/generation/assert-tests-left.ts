import { TESTS } from '@vignette/contract/test-limits.ts'
import { and, count, eq, gte, inArray, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/utc-day.ts'
import type { Recipe } from '../workflows/index.ts'
import { assertTestBudget, testBudget } from './assert-test-budget.ts'
import { costlyProviders } from './sum-free-cost-since.ts'
import { jobSteps, jobs } from './tables.ts'

/** A test at paid providers counts against the creator's budget, and any other against a number of tests a day. */
export async function assertTestsLeft(
  tx: TxCtx,
  creatorId: string,
  { recipe, cost }: { recipe: Recipe; cost: number },
): Promise<void> {
  const costly = costlyProviders(tx)
  if (recipe.steps.some((step) => costly.includes(step.provider))) {
    await assertTestBudget(tx, creatorId, { recipe, cost })
    return
  }
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  // Serialised, so that ten simultaneous tests do not all find the last place.
  await lockFor(tx, testBudget, creatorId)
  const atCostlyProvider = tx.db
    .select({ id: jobSteps.jobId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, jobs.id), inArray(jobSteps.provider, costly)))
  const [row] = await tx.db
    .select({ tests: count() })
    .from(jobs)
    .where(
      and(
        jobs.test,
        isNotNull(jobs.documentHash),
        eq(jobs.ownerId, creatorId),
        gte(jobs.createdAt, today),
        or(isNull(jobs.source), ne(jobs.source, 'check')),
        ...(costly.length > 0 ? [notExists(atCostlyProvider)] : []),
      ),
    )
  if ((row?.tests ?? 0) < TESTS.localPerDay) return
  throw new AppError(
    'rate_limited',
    `You have made ${TESTS.localPerDay} tests today, the most for a day. They go on at 00:00 UTC.`,
    { retryAfterSeconds: secondsLeft },
  )
}
