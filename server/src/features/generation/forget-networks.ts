import { lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { defineJob } from '../../platform/queue/queue.ts'
import { today } from './charge-free-run.ts'
import { freeCompute } from './tables.ts'

export const forgetNetworks = defineJob({
  name: 'generation.forget-networks',
  data: z.object({}),
  retryLimit: 2,
  cron: '11 * * * *',
  exclusive: true,
})

/** What was counted on days that are over. */
export async function runForgetNetworks(ctx: Ctx): Promise<void> {
  await ctx.db.delete(freeCompute).where(lt(freeCompute.day, today(ctx)))
}
