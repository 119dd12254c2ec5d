import { IDEMPOTENCY_HOURS } from '@vignette/contract/limits.ts'
import { and, isNull, lt, or, sql } from 'drizzle-orm'
import { hoursAgo } from '../hours-ago.ts'
import type { Platform } from '../platform.ts'
import { defineTask } from '../queue/define-task.ts'
import { idempotencyKeys } from './tables.ts'

export const sweepIdempotencyKeys = defineTask({
  name: 'http.sweep-idempotency-keys',
  retryLimit: 2,
  cron: '23 * * * *',
  run: runSweepIdempotencyKeys,
})

/** Deletes keys a day old, except keys whose first request still runs. */
async function runSweepIdempotencyKeys(ctx: Pick<Platform, 'db' | 'clock'>): Promise<void> {
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
