import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/utc-day.ts'
import type { Runnable } from '../workflows/index.ts'
import { costlyProviders, sumFreeCostSince } from './sum-free-cost-since.ts'
import { jobs } from './tables.ts'

const freeBudget = defineLock(8_402_103)

/** Free runs that cost the operator money share one budget per day (UTC), failed runs included. */
export async function assertFreeBudget(tx: TxCtx, runnable: Runnable): Promise<void> {
  if (runnable.price > 0) return
  const costly = costlyProviders(tx)
  if (!runnable.recipe.steps.some((step) => costly.includes(step.provider))) return
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  // Serialised, so that ten simultaneous runs do not all find the same rest.
  await lockFor(tx, freeBudget)
  const spent = await sumFreeCostSince(tx, today, costly, eq(jobs.test, false))
  if (spent + runnable.cost <= tx.config.FREE_DAILY_BUDGET_CENTS) return
  throw new AppError(
    'provider_unavailable',
    'Today’s budget for free creations of this kind is used up. Please come back tomorrow.',
    { retryAfterSeconds: secondsLeft },
  )
}
