import { POPULAR_SEARCHES } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { searchedWords } from './tables.ts'
import { weekOf } from './week-of.ts'

export const sweepSearches = defineTask({
  name: 'workflows.sweep-searches',
  retryLimit: 1,
  cron: '41 3 * * *',
  run: async (ctx: Ctx) => {
    const days = POPULAR_SEARCHES.keptWeeks * 7
    await ctx.db.execute(
      sql`delete from ${searchedWords} where week < ${weekOf(ctx)}::date - ${days}::int`,
    )
  },
})
