import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations, dropProof, lockProof } from '../creations/index.ts'
import {
  assertQueueRoom,
  countQueued,
  placePaidRun,
  queueJob,
  viewAccepted,
} from '../generation/index.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { attachJob, confirmAuthorisation, drawAgain, payments } from '../payments/index.ts'
import { estimateRun, getRunnable, prepareInputs } from '../workflows/index.ts'

/** Declines a proof and draws another: the same inputs and authorisation, and another run's seed. */
export async function redrawCreation(
  ctx: Ctx,
  id: string,
): Promise<ReturnType<typeof viewAccepted>> {
  const { creation, paymentId } = await getOwnProof(ctx, id)
  await assertQueueRoom(ctx)
  const runnable = await getRunnable(ctx, creation.workflowId, creation.workflowVersion)
  await confirmAuthorisation(ctx, paymentId, runnable)
  // Slow checks run before any lock.
  const inputs = await prepareInputs(ctx, runnable, creation.inputs)
  const { seconds } = await estimateRun(ctx, runnable, inputs)
  const job = await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const proof = await lockProof(tx, id)
    const payment = await drawAgain(tx, id)
    await dropProof(tx, id)
    const next = await queueJob(tx, {
      ownerId: owner.id,
      runnable,
      inputs,
      public: proof.publicWhenKept,
      madeFrom: creation.madeFrom,
      termsVersion: proof.termsVersion ?? creation.termsVersion ?? '',
      paymentId: payment.id,
      test: proof.test,
      paid: await placePaidRun(tx, owner, seconds),
    })
    await attachJob(tx, { paymentId: payment.id, jobId: next.id })
    return next
  })
  if (!job.inLine) countQueued(ctx)
  return viewAccepted(job)
}

/** The caller's undecided proof with its payment. */
async function getOwnProof(ctx: Ctx, id: string) {
  const owner = requireVisitor(ctx)
  const [found] = await ctx.db
    .select({ creation: creations, paymentId: payments.id })
    .from(creations)
    .leftJoin(payments, and(eq(payments.creationId, creations.id), isNotNull(creations.proofUntil)))
    .where(
      and(
        eq(creations.id, id),
        eq(creations.ownerId, owner.id),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
      ),
    )
  if (!found) {
    throw new AppError('not_found', 'This creation may have been deleted or does not exist.')
  }
  const { creation, paymentId } = found
  if (paymentId) return { creation, paymentId }
  throw new AppError('payment_state', 'There is no proof to draw again.')
}
