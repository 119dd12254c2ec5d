import { LAST_RUNS } from '@vignette/contract/workflows.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { jobs } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { notOfHouse } from '../identity/index.ts'

const MOST_SECONDS = 30 * 60

export const recountLastRunsTask = defineTask({
  name: 'generation.recount-last-runs',
  retryLimit: 1,
  // Other counts that change many workflows at once run in other minutes.
  cron: '4-59/10 * * * *',
  run: (ctx: Ctx) => recountLastRuns(ctx),
})

/**
 * Writes beside each workflow, or the one named, what the newest runs of its live version delivered
 * and took, in whole seconds rounded up. A version never changes, so that runs of another version
 * say nothing of what one buys now. Left out are tests, runs of the creator and of the house, and
 * runs that were cancelled or whose inputs were refused. Answers how many workflows changed.
 *
 * The task looks at workflows that were remixed often enough and at those that it counted before;
 * a failure has its workflow counted by name, so that one that never delivers is counted too.
 */
export async function recountLastRuns(ctx: Pick<Ctx, 'db'>, workflowId?: string): Promise<number> {
  const which = workflowId
    ? sql`${workflows.id} = ${workflowId}`
    : sql`(${workflows.lastRuns} > 0
        or ${workflows.remixCount} + ${workflows.proofsEnded} >= ${LAST_RUNS.shownFrom})`
  const within = (part: number) => sql`greatest(1, least(${MOST_SECONDS}, ceil(
    percentile_disc(${part}::float8) within group (order by took)
      filter (where delivered and took is not null))))::int * 1000`
  const told = (figure: ReturnType<typeof within>) =>
    sql`case when count(*) filter (where delivered and took is not null) > 0
      and count(delivered) >= ${LAST_RUNS.shownFrom} then ${figure} end`
  const changed = await ctx.db.execute(sql`
    with newest as (
      select ${workflows.id} as id, ${workflows.version} as version, run.delivered, run.took
      from ${workflows}
      join workflow_versions live
        on live.workflow_id = ${workflows.id} and live.version = ${workflows.version}
      left join lateral (
        select ${jobs.status} = 'COMPLETED' as delivered,
          extract(epoch from ${jobs.finishedAt} - ${jobs.startedAt}) as took
        from ${jobs}
        where ${jobs.workflowId} = ${workflows.id} and ${jobs.workflowVersion} = ${workflows.version}
          and ${jobs.createdAt} >= live.created_at and not ${jobs.test}
          and ${jobs.ownerId} <> ${workflows.ownerId} and ${notOfHouse(jobs.ownerId)}
          and (${jobs.status} = 'COMPLETED'
            or (${jobs.status} = 'FAILED' and ${jobs.errorCode} <> 'content_refused'))
        order by ${jobs.createdAt} desc, ${jobs.id} desc
        limit ${LAST_RUNS.most}) run on true
      where ${workflows.deletedAt} is null and ${which}
    ), counted as (
      select id, version, count(delivered)::int as runs,
        (count(*) filter (where delivered))::int as deliveries,
        ${told(within(0.5))} as half_ms, ${told(within(0.95))} as slow_ms
      from newest group by id, version
    )
    update ${workflows} set last_runs = runs, last_runs_delivered = deliveries,
      measured_time_ms = half_ms, slow_time_ms = slow_ms
    from counted
    where ${workflows.id} = counted.id and ${workflows.version} = counted.version
      and (${workflows.lastRuns}, ${workflows.lastRunsDelivered}, ${workflows.measuredTimeMs}, ${workflows.slowTimeMs})
        is distinct from (runs, deliveries, half_ms, slow_ms)`)
  return changed.rowCount ?? 0
}
