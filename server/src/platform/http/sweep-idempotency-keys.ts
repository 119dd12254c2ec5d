import { IDEMPOTENCY_HOURS } from '@vignette/contract/limits.ts'
import { and, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../hours-ago.ts'
import { defineJob } from '../queue/queue.ts'
import { idempotencyKeys } from './tables.ts'

export const sweepIdempotencyKeys = defineJob({
  name: 'http.sweep-idempotency-keys',
  data: z.object({}),
  retryLimit: 2,
  cron: '23 * * * *',
  exclusive: true,
})

/** Keys a day old, but never one whose first request still runs. */
export async function runSweepIdempotencyKeys(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, IDEMPOTENCY_HOURS)
  await ctx.db
    .delete(idempotencyKeys)
    .where(
      and(
        lt(idempotencyKeys.createdAt, before),
        or(
          isNull(idempotencyKeys.leasedUntil),
          lt(idempotencyKeys.leasedUntil, sql`clock_timestamp()`),
        ),
      ),
    )
}
