import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { utcDayOf } from '../../platform/utc-day.ts'
import { type Runnable, workflowVersions } from '../workflows/index.ts'
import { jobSteps, jobs } from './tables.ts'

const DAY_MS = 86_400_000

/** Free runs that cost the operator money share one budget a day (UTC), failed ones included. */
export async function assertWithinFreeBudget(tx: TxCtx, runnable: Runnable): Promise<void> {
  if (runnable.price > 0) return
  const costly = costlyProviders(tx)
  if (!runnable.recipe.steps.some((step) => costly.includes(step.provider))) return
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  // One at a time, so that ten at once do not each find the same rest.
  await lockFor(tx, 'freeBudget')
  const spent = await spentSince(tx, today, costly, eq(jobs.test, false))
  if (spent + runnable.cost <= tx.config.FREE_DAILY_BUDGET_CENTS) return
  throw new AppError(
    'provider_unavailable',
    'Today’s budget for free creations of this kind is used up. Please come back tomorrow.',
    { retryAfterSeconds: secondsLeft },
  )
}

/** A creator's tests on paid providers are the operator's to pay: so many cents a creator and day (UTC). */
export async function assertWithinTestBudget(
  tx: TxCtx,
  creatorId: string,
  runnable: Runnable,
): Promise<void> {
  const costly = costlyProviders(tx)
  if (!runnable.recipe.steps.some((step) => costly.includes(step.provider))) return
  const budget = tx.config.TEST_BUDGET_CENTS
  const { start: today, secondsLeft } = utcDayOf(tx.clock.now())
  await lockFor(tx, 'testBudget', creatorId)
  const own = and(eq(jobs.test, true), eq(jobs.ownerId, creatorId))
  if ((await spentSince(tx, today, costly, own)) + runnable.cost <= budget) return
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

function costlyProviders(tx: TxCtx): string[] {
  return tx.providers
    .list()
    .filter((provider) => provider.costs_operator)
    .map((provider) => provider.id)
}

/** What ended runs cost, and what those under way may yet cost. */
async function spentSince(
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
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, jobs.workflowId),
        eq(workflowVersions.version, jobs.workflowVersion),
      ),
    )
    .where(
      and(
        // By the primary key; ids follow the machine's clock, so a day's room is left to ours.
        gte(jobs.id, firstIdAt(since.getTime() - DAY_MS)),
        gte(jobs.createdAt, since),
        isNull(jobs.paymentId),
        which,
        sql`exists (select 1 from jsonb_array_elements(${workflowVersions.recipe} -> 'steps') step
          where step ->> 'provider' in (${sql.join(
            costly.map((id) => sql`${id}`),
            sql`, `,
          )}))`,
      ),
    )
  return row?.cents ?? 0
}
