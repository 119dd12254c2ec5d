import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'

export const sumListed = defineTask({
  name: 'workflows.sum-listed',
  retryLimit: 1,
  cron: '* * * * *',
  run: runSumListed,
})

/** One statement, so that every reader sees the rows either before or after the sum. */
async function runSumListed(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    with taken as (
      delete from workflow_tallies
      where exists (select from workflow_tallies where not summed)
      returning output_kind, free, category, listed
    )
    insert into workflow_tallies (output_kind, free, category, listed, summed)
    select output_kind, free, category, sum(listed), true from taken
    group by output_kind, free, category having sum(listed) <> 0`)
}
