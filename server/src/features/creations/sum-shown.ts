import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'

export const sumShown = defineTask({
  name: 'creations.sum-shown',
  retryLimit: 1,
  cron: '* * * * *',
  run: runSumShown,
})

/** One statement, so that every reader sees the rows either before or after the sum. */
async function runSumShown(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    with taken as (
      delete from creation_tallies
      where workflow_id in (select workflow_id from creation_tallies where not summed)
      returning workflow_id, shown
    )
    insert into creation_tallies (workflow_id, shown, summed)
    select workflow_id, sum(shown), true from taken
    group by workflow_id having sum(shown) <> 0`)
}
