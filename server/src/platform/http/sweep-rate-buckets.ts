import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { defineJob } from '../queue/queue.ts'
import { rateBuckets } from './tables.ts'

export const sweepRateBuckets = defineJob({
  name: 'http.sweep-rate-buckets',
  data: z.object({}),
  retryLimit: 2,
  cron: '*/5 * * * *',
  exclusive: true,
})

/** A bucket that was left alone for a minute is full, like one that is not there. */
export async function runSweepRateBuckets(ctx: Ctx): Promise<void> {
  await ctx.db
    .delete(rateBuckets)
    .where(lt(rateBuckets.at, sql`clock_timestamp() - interval '2 minutes'`))
}
