import type { RunFailure } from '@vignette/contract/own-workflows.ts'
import { and, count, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs, stuckStep } from '../generation/index.ts'
import { getOwned } from '../workflows/index.ts'
import { isCounted, outcomeOf } from './queries.ts'
import { DAY_MS, DAYS, percentOf } from './rules.ts'

const MOST_GROUPS = 50

/** The failures of the last 30 days by step and reason; the newest message speaks for its group. */
export async function listWorkflowFailures(
  ctx: Ctx,
  id: string,
): Promise<{ total_runs: number; failures: RunFailure[] }> {
  await getOwned(ctx, id)
  const isRecent = and(
    eq(jobs.workflowId, id),
    gte(jobs.createdAt, new Date(ctx.clock.now().getTime() - DAYS * DAY_MS)),
    isCounted,
  )
  const [ended] = await ctx.db
    .select({ total: count() })
    .from(jobs)
    .where(and(isRecent, inArray(outcomeOf, ['delivered', 'failed'])))
  const total = ended?.total ?? 0
  const failed = ctx.db
    .select({
      step: stuckStep.as('step'),
      code: sql<string>`coalesce(${jobs.errorCode}, 'failed')`.as('code'),
      message: sql<string>`coalesce(${jobs.errorDetail}, ${jobs.errorMessage}, 'Job failed')`.as(
        'message',
      ),
      at: jobs.createdAt,
    })
    .from(jobs)
    .where(and(isRecent, eq(outcomeOf, 'failed')))
    .as('failed')
  const groups = await ctx.db
    .select({
      step: failed.step,
      code: failed.code,
      message: sql<string>`(array_agg(${failed.message} order by ${failed.at} desc))[1]`,
      count: count(),
    })
    .from(failed)
    .groupBy(failed.step, failed.code)
    .orderBy(desc(count()), failed.code)
    .limit(MOST_GROUPS)
  return {
    total_runs: total,
    failures: groups.map((group) => ({ ...group, percent: percentOf(group.count, total) ?? 0 })),
  }
}
