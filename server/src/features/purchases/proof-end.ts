import { and, eq, gt, lte } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { payments } from '../../schema/payments.ts'
import { dropProofs } from '../creations/index.ts'
import { notify } from '../notices/index.ts'
import { lockPayment } from '../payments/index.ts'

/** How long before the end a buyer who has not answered is told. */
const WARN_MS = 6 * 3_600_000
const AT_ONCE = 500

export const warnUndecided = defineTask({
  name: 'proofs.warn-undecided',
  retryLimit: 1,
  cron: '*/10 * * * *',
  run: runWarnUndecided,
})

/** Tells buyers of proofs that end soon; each proof is told of once. */
export async function runWarnUndecided(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const rows = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.state, 'delivered'),
        gt(payments.decideBy, now),
        lte(payments.decideBy, new Date(now.getTime() + WARN_MS)),
      ),
    )
    .orderBy(payments.decideBy)
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, ({ id }) => inTransaction(ctx, (tx) => warn(tx, id)))
}

async function warn(tx: TxCtx, paymentId: string): Promise<void> {
  const { state, decideBy, creationId, buyerId, workflowName, workflowId, amount, id } =
    await lockPayment(tx, paymentId)
  if (state !== 'delivered' || !decideBy || !creationId) return
  await notify(tx, {
    to: buyerId,
    kind: 'proof_ending',
    subjectId: creationId,
    about: [creationId, id],
    facts: {
      recipe: workflowName,
      workflowId,
      creationId,
      cents: amount,
      until: decideBy.toISOString(),
    },
  })
}

/**
 * Deletes the proofs of a payment that ended by itself. A task, because creations are locked before
 * payments, and the news comes while the payment is locked.
 */
export const dropEndedProof = defineTask({
  name: 'proofs.drop',
  data: z.object({ creationId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { creationId }) => inTransaction(ctx, (tx) => dropProofs(tx, creationId)),
})
