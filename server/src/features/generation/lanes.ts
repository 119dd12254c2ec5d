import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { SHORT_RUN_SECONDS } from './rules.ts'

/** Wakes a job: whatever it needs next is read from its rows. */
const waking = {
  data: z.object({ jobId: z.uuid() }),
  retryLimit: 10,
  exclusive: true,
  expireInSeconds: 45 * 60,
}

/** Of jobs that were paid for, that are the house's, or that run elsewhere. */
export const advance = defineTask({ ...waking, name: 'generation.advance' })
/** Of free jobs on this machine that take it seconds. */
export const advanceShort = defineTask({ ...waking, name: 'generation.advance-short' })
/** Of free jobs on this machine that take it longer. */
export const advanceLong = defineTask({ ...waking, name: 'generation.advance-long' })

export const LANES = [advance, advanceShort, advanceLong] as const

/** By what a free run is estimated to take; jobs of different lanes do not wait for one another. */
export function laneOf({ freeSeconds }: { freeSeconds: number }): (typeof LANES)[number] {
  if (freeSeconds === 0) return advance
  return freeSeconds > SHORT_RUN_SECONDS ? advanceLong : advanceShort
}

/** Stops remote work of a job that was cancelled or failed. */
export const cancelOperation = defineTask({
  name: 'generation.cancel-operation',
  data: z.object({ provider: z.string(), operation: z.record(z.string(), z.unknown()) }),
  retryLimit: 3,
  run: (ctx: Ctx, { provider, operation }) => ctx.providers.get(provider).cancel(operation),
})
