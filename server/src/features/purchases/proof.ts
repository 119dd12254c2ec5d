import type { CreationView } from '@vignette/contract/creations.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { payments } from '../../schema/payments.ts'
import {
  dropProof,
  lockOwnCreation,
  lockProof,
  openProof,
  viewCreation,
} from '../creations/index.ts'
import {
  assertQueueRoom,
  countQueued,
  placePaidRun,
  queueJob,
  viewAccepted,
} from '../generation/index.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import {
  attachJob,
  confirmAuthorisation,
  declineProof,
  drawAgain,
  keepProof,
} from '../payments/index.ts'
import { estimateRun, getRunnable, prepareInputs } from '../workflows/index.ts'

/** The buyer pays for a proof: one transaction opens the whole file and requests the capture. */
export async function keepCreation(ctx: Ctx, id: string): Promise<CreationView> {
  const kept = await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, proof } = await lockOwnCreation(tx, id)
    // What was kept before is answered again: the first answer may have been lost.
    if (!proof) return row
    await keepProof(tx, id)
    return openProof(tx, proof)
  })
  return viewCreation(ctx, kept)
}

/** The buyer does not want what the proof shows: it is deleted, and the authorisation is released. */
export async function declineCreation(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockProof(tx, id)
    await declineProof(tx, id)
    await dropProof(tx, id)
  })
}

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
