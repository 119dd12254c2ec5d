import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/utc-day.ts'
import type { Runnable } from '../workflows/index.ts'
import { costlyProviders, sumFreeCostSince } from './sum-free-cost-since.ts'
import { jobs } from './tables.ts'

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
