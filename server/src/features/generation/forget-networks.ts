import { lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { today } from './charge-free-run.ts'
import { freeCompute } from './tables.ts'

export const forgetNetworks = defineTask({
  name: 'generation.forget-networks',
  retryLimit: 2,
  cron: '11 * * * *',
  run: runForgetNetworks,
})

/** Deletes the counts of past days. */
async function runForgetNetworks(ctx: Ctx): Promise<void> {
  await ctx.db.delete(freeCompute).where(lt(freeCompute.day, today(ctx)))
}
