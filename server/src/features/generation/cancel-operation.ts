import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'

/** Stops remote work of a job that was cancelled or failed. */
export const cancelOperation = defineTask({
  name: 'generation.cancel-operation',
  data: z.object({ provider: z.string(), operation: z.record(z.string(), z.unknown()) }),
  retryLimit: 3,
  run: (ctx: Ctx, { provider, operation }) => ctx.providers.get(provider).cancel(operation),
})
