import { z } from 'zod'
import { defineJob } from '../../platform/queue/queue.ts'
import { SHORT_RUN_SECONDS } from './rules.ts'

/** Wakes a job: whatever it needs next is read from its rows. */
const waking = {
  data: z.object({ jobId: z.uuid() }),
  retryLimit: 10,
  exclusive: true,
  expireInSeconds: 45 * 60,
}

/** Of jobs that were paid for, that are the house's, or that run elsewhere. */
export const advance = defineJob({ ...waking, name: 'generation.advance' })
/** Of free jobs on this machine that take it seconds. */
export const advanceShort = defineJob({ ...waking, name: 'generation.advance-short' })
/** Of free jobs on this machine that take it longer. */
export const advanceLong = defineJob({ ...waking, name: 'generation.advance-long' })

export const LANES = [advance, advanceShort, advanceLong] as const

/** By what a free run is estimated to take; jobs of different lanes do not wait for one another. */
export function laneOf({ freeSeconds }: { freeSeconds: number }): (typeof LANES)[number] {
  if (freeSeconds === 0) return advance
  return freeSeconds > SHORT_RUN_SECONDS ? advanceLong : advanceShort
}

/** Stops remote work of a job that was cancelled or failed. */
export const cancelOperation = defineJob({
  name: 'generation.cancel-operation',
  data: z.object({ provider: z.string(), operation: z.record(z.string(), z.unknown()) }),
  retryLimit: 3,
})
