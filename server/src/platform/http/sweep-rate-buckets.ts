import { lt, sql } from 'drizzle-orm'
import type { Platform } from '../platform.ts'
import { defineTask } from '../queue/define-task.ts'
import { rateBuckets } from './tables.ts'

export const sweepRateBuckets = defineTask({
  name: 'http.sweep-rate-buckets',
  retryLimit: 2,
  cron: '*/5 * * * *',
  run: runSweepRateBuckets,
})

/** A bucket unused for a minute is full, which is the same as an absent bucket. */
async function runSweepRateBuckets(ctx: Pick<Platform, 'db'>): Promise<void> {
  await ctx.db
    .delete(rateBuckets)
    .where(lt(rateBuckets.at, sql`clock_timestamp() - interval '2 minutes'`))
}
