import { POPULAR_DAYS } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { notOfHouse } from '../identity/index.ts'
import { workflows } from '../workflows/index.ts'
import { creations } from './tables.ts'

export const recountPopularity = defineTask({
  name: 'creations.recount-popularity',
  retryLimit: 1,
  cron: '*/10 * * * *',
  run: runRecountPopularity,
})

/**
 * Each delivery counts at once; this task subtracts deliveries older than the window. The task
 * reads only workflows whose count may change and writes only changed counts.
 */
async function runRecountPopularity(ctx: Ctx): Promise<number> {
  const since = hoursAgo(ctx, POPULAR_DAYS * 24)
  const changed = await ctx.db.execute(sql`
    with recent as (
      select ${creations.workflowId} as id, count(*)::int as remixes from ${creations}
      where ${creations.deliveredAt} > ${since.toISOString()}::timestamptz and not ${creations.test}
        and ${creations.proofUntil} is null and ${notOfHouse(creations.ownerId)}
      group by 1
    ), counted as (
      select id, remixes from recent
      union all
      select ${workflows.id}, 0 from ${workflows}
      where ${workflows.popularity} > 0 and ${workflows.id} not in (select id from recent)
    )
    update ${workflows} set popularity = counted.remixes
    from counted
    where ${workflows.id} = counted.id and ${workflows.popularity} <> counted.remixes`)
  return changed.rowCount ?? 0
}
