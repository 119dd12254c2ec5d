import { lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { letterAddresses, notices } from './tables.ts'

export const sweepNotices = defineTask({
  name: 'notices.sweep-notices',
  retryLimit: 2,
  cron: '23 4 * * *',
  run: runSweepNotices,
})

const NOTICE_HOURS = 180 * 24
/** A refund or a dispute may still bring a letter for this long. */
const LEFT_ADDRESS_HOURS = 180 * 24

/** Deletes old notices with their letters, and addresses that visitors left long ago. */
export async function runSweepNotices(ctx: Ctx): Promise<void> {
  await ctx.db.delete(notices).where(lt(notices.createdAt, hoursAgo(ctx, NOTICE_HOURS)))
  await ctx.db
    .delete(letterAddresses)
    .where(lt(letterAddresses.createdAt, hoursAgo(ctx, LEFT_ADDRESS_HOURS)))
}
