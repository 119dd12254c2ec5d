import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

export const creationPorts = {
  /** Whether the run that made the creation was paid. */
  isPaid: definePort<Ctx, { id: string }, boolean>('creations.is-paid'),
  /** The seed that a step got in the run that made the creation; a caller may know the run. */
  seedOfStep: definePort<
    Ctx,
    { creationId: string; stepId: string; jobId: string | undefined },
    number | undefined
  >('creations.seed-of-step'),
}
