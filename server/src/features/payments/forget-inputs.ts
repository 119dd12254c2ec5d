import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineJob } from '../../platform/queue/queue.ts'
import { payments } from './tables.ts'

export const forgetInputs = defineJob({
  name: 'payments.forget-inputs',
  data: z.object({}),
  retryLimit: 2,
  cron: '27 * * * *',
  exclusive: true,
})

/** Inputs are kept for a run that may yet come; of a payment that has ended none will. */
export async function runForgetInputs(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  await ctx.db
    .update(payments)
    .set({ userInputs: null })
    .where(
      and(
        isNotNull(payments.userInputs),
        inArray(payments.state, [
          'captured',
          'capture_failed',
          'captured_undelivered',
          'released',
          'expired',
        ]),
        lt(payments.movedAt, before),
      ),
    )
}
