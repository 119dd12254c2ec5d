import { z } from 'zod'
import { defineJob } from '../../platform/queue/queue.ts'

/** Wakes a job: whatever it needs next is read from its rows. */
export const advance = defineJob({
  name: 'generation.advance',
  data: z.object({ jobId: z.uuid() }),
  retryLimit: 10,
  exclusive: true,
  expireInSeconds: 45 * 60,
})

/** Stops remote work of a job that was cancelled or failed. */
export const cancelOperation = defineJob({
  name: 'generation.cancel-operation',
  data: z.object({ provider: z.string(), operation: z.record(z.string(), z.unknown()) }),
  retryLimit: 3,
})
