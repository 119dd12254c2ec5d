import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { dropProof } from '../creations/index.ts'

/**
 * Deletes a proof whose payment ended by itself. A task, because creations are locked before
 * payments, and the news comes while the payment is locked.
 */
export const dropEndedProof = defineTask({
  name: 'proofs.drop',
  data: z.object({ creationId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { creationId }) => inTransaction(ctx, (tx) => dropProof(tx, creationId)),
})
