import type { RunFailure } from '@vignette/contract/own-workflows.ts'
import { and, count, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs, namesChosen, stuckStep } from '../generation/index.ts'
import { getOwned } from '../workflows/index.ts'
import { isCounted, outcomeOf } from './queries.ts'
import { DAY_MS, DAYS, percentOf } from './rules.ts'

const MOST_GROUPS = 50

/** The failures of the last 30 days by step and reason; the newest message speaks for its group. */
export async function listWorkflowFailures(
  ctx: Ctx,
  id: string,
): Promise<{ total_runs: number; failures: RunFailure[] }> {
  const { version } = await getOwned(ctx, id)
  const choices = version.recipe.inputs.filter(({ options }) => options.length > 1)
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
      inputs: jobs.inputs,
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
      shared: sql<Record<string, string | null>>`jsonb_build_object(${sql.join(
        choices.flatMap(({ key }) => [
          sql`${key}::text`,
          sharedOf(sql`${failed.inputs} ->> ${key}`),
        ]),
        sql`, `,
      )})`,
    })
    .from(failed)
    .groupBy(failed.step, failed.code)
    .orderBy(desc(count()), failed.code)
    .limit(MOST_GROUPS)
  return {
    total_runs: total,
    failures: groups.map(({ shared, ...group }) => ({
      ...group,
      percent: percentOf(group.count, total) ?? 0,
      chosen: group.count > 1 ? namesChosen(choices, shared) : [],
    })),
  }
}

/** The value that all rows of a group have; null where they differ. */
function sharedOf(value: SQL): SQL {
  return sql`case when count(${value}) = count(*) and min(${value}) = max(${value}) then min(${value}) end`
}
