import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'
import { REFERRAL_RING } from '@vignette/contract/referral-ring.ts'
import { and, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo, utcDayOf } from '../../platform/time.ts'
import { cancelledRuns, payments } from '../../schema/payments.ts'
import { markLikeness } from './mark-likeness.ts'

export const forgetInputs = defineTask({
  name: 'payments.forget-inputs',
  retryLimit: 2,
  cron: '27 * * * *',
  run: runForgetInputs,
})

const ENDED: PaymentState[] = [
  'captured',
  'capture_failed',
  'captured_undelivered',
  'released',
  'expired',
]

/** Deletes the inputs of ended payments, which no run will need. */
async function runForgetInputs(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  await ctx.db
    .update(payments)
    .set({ userInputs: null, madeFrom: null, drawing: null })
    .where(
      and(
        isNotNull(payments.userInputs),
        inArray(payments.state, ENDED),
        lt(payments.movedAt, before),
      ),
    )
  await forgetYesterday(ctx)
}

/** Deletes yesterday's cancelled runs and hashes, after what the hashes say of sales was marked. */
async function forgetYesterday(ctx: Ctx): Promise<void> {
  const { start } = utcDayOf(ctx.clock.now())
  await markLikeness(ctx)
  await ctx.db.delete(cancelledRuns).where(lt(cancelledRuns.at, start))
  const isCommissioned = and(eq(payments.state, 'captured'), gt(payments.referralPercent, 0))
  await ctx.db
    .update(payments)
    .set({ card: null, network: null, widerNetwork: null })
    .where(
      and(
        or(isNotNull(payments.card), isNotNull(payments.network), isNotNull(payments.widerNetwork)),
        inArray(payments.state, ENDED),
        lt(payments.movedAt, start),
        // The hashes of a referred sale are kept longer: buyers by one link are compared before the
        // fan is paid.
        or(
          sql`(${isCommissioned}) is not true`,
          lt(payments.movedAt, hoursAgo(ctx, REFERRAL_RING.hashDays * 24)),
        ),
      ),
    )
}
