import { MEASURED_RUNS } from '@vignette/contract/own-workflows.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { workflows } from '../workflows/index.ts'
import { jobs } from './tables.ts'

/** The runs that the time is taken from, newest first. */
const NEWEST_RUNS = 100
const MOST_SECONDS = 30 * 60

export const measureTimes = defineTask({
  name: 'generation.measure-times',
  retryLimit: 1,
  cron: '*/10 * * * *',
  run: runMeasureTimes,
})

/**
 * Writes beside each recipe what half of the newest delivered runs of its live version took at most,
 * in whole seconds. The creator's own runs and tests are left out. Answers how many times changed.
 */
export async function runMeasureTimes(ctx: Pick<Ctx, 'db'>): Promise<number> {
  const changed = await ctx.db.execute(sql`
    with newest as (
      select ${workflows.id} as id, ${workflows.version} as version, run.took from ${workflows}
      join workflow_versions live
        on live.workflow_id = ${workflows.id} and live.version = ${workflows.version}
      cross join lateral (
        select extract(epoch from ${jobs.finishedAt} - ${jobs.startedAt}) as took from ${jobs}
        where ${jobs.workflowId} = ${workflows.id} and ${jobs.workflowVersion} = ${workflows.version}
          and ${jobs.createdAt} >= live.created_at
          and ${jobs.status} = 'COMPLETED' and not ${jobs.test}
          and ${jobs.ownerId} <> ${workflows.ownerId} and ${jobs.startedAt} is not null
        order by ${jobs.createdAt} desc
        limit ${NEWEST_RUNS}) run
      where ${workflows.deletedAt} is null
        and ${workflows.remixCount} + ${workflows.proofsEnded} >= ${MEASURED_RUNS}
    ), measured as (
      select id, version, count(*)::int as runs,
        greatest(1, least(${MOST_SECONDS},
          round(percentile_cont(0.5) within group (order by took))))::int * 1000 as time_ms
      from newest group by id, version having count(*) >= ${MEASURED_RUNS}
    )
    update ${workflows} set measured_time_ms = measured.time_ms, measured_runs = measured.runs
    from measured
    where ${workflows.id} = measured.id and ${workflows.version} = measured.version
      and (${workflows.measuredTimeMs}, ${workflows.measuredRuns})
        is distinct from (measured.time_ms, measured.runs)`)
  return changed.rowCount ?? 0
}
