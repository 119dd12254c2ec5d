import { isDeepStrictEqual } from 'node:util'
import type { CreationView, UserInputs } from '@vignette/contract/creations.ts'
import type { DeclineReason } from '@vignette/contract/proof-limits.ts'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import {
  dropProofs,
  lockOwnCreation,
  lockProof,
  openProof,
  viewCreation,
} from '../creations/index.ts'
import {
  assertPaidSeconds,
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
  type ShownProof,
} from '../payments/index.ts'
import { estimateRun, getRunnable, prepareInputs } from '../workflows/index.ts'

/** Of the caller's proofs that wait, the one that ends first. */
export async function getWaitingProof(
  ctx: Ctx,
): Promise<{ proof: { creation_id: string; until: string } | null }> {
  const buyer = ctx.caller.principal
  if (!buyer) return { proof: null }
  const [found] = await ctx.db
    .select({ creationId: payments.creationId, until: payments.decideBy })
    .from(payments)
    .where(
      and(
        eq(payments.buyerId, buyer.id),
        eq(payments.state, 'delivered'),
        gt(payments.decideBy, ctx.clock.now()),
        isNotNull(payments.creationId),
      ),
    )
    .orderBy(asc(payments.decideBy))
    .limit(1)
  if (!found?.creationId || !found.until) return { proof: null }
  return { proof: { creation_id: found.creationId, until: found.until.toISOString() } }
}

/**
 * The buyer pays for a proof: one transaction opens its whole file, deletes the others of the
 * payment and requests the capture.
 */
export async function keepCreation(ctx: Ctx, id: string): Promise<CreationView> {
  const kept = await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, proof } = await lockOwnCreation(tx, id)
    // What was kept before is answered again: the first answer may have been lost.
    if (!proof) return row
    await keepProof(tx, await getRun(tx, id))
    await dropProofs(tx, id, { kept: id })
    return openProof(tx, proof)
  })
  return viewCreation(ctx, kept)
}

/** The buyer wants none of the proofs of a payment: they are deleted, and the authorisation is released. */
export async function declineCreation(ctx: Ctx, id: string, reason?: DeclineReason): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockProof(tx, id)
    await declineProof(tx, (await getRun(tx, id)).paymentId, reason)
    await dropProofs(tx, id)
  })
}

/** The run that drew a creation, and the payment that it runs on. */
async function getRun(tx: TxCtx, creationId: string): Promise<ShownProof> {
  const [run] = await tx.db
    .select({ jobId: jobs.id, paymentId: jobs.paymentId })
    .from(jobs)
    .where(eq(jobs.creationId, creationId))
  if (!run?.paymentId) throw new Error('a proof has a run, and its run a payment')
  return { creationId, jobId: run.jobId, paymentId: run.paymentId }
}

/**
 * Draws another proof beside this one on the same authorisation: from the same inputs with another
 * chance, or from those that the buyer has changed with the chance of this one, so that a mended word
 * changes nothing else.
 */
export async function redrawCreation(
  ctx: Ctx,
  id: string,
  changed: UserInputs = {},
): Promise<ReturnType<typeof viewAccepted>> {
  const { creation, paymentId, drawing } = await getOwnProof(ctx, id)
  await assertQueueRoom(ctx)
  const runnable = await getRunnable(ctx, creation.workflowId, creation.workflowVersion)
  await confirmAuthorisation(ctx, paymentId, runnable)
  // Slow checks run before any lock.
  const inputs = await prepareInputs(ctx, runnable, { ...creation.inputs, ...changed })
  const { seconds } = await estimateRun(ctx, runnable, inputs)
  const job = await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const proof = await lockProof(tx, id)
    const payment = await drawAgain(tx, { paymentId, buyer: owner })
    const paid = await placePaidRun(tx, owner, seconds)
    if (paid) await assertPaidSeconds(tx, owner, { payment, seconds })
    const next = await queueJob(tx, {
      ownerId: owner.id,
      runnable,
      inputs,
      public: proof.publicWhenKept,
      madeFrom: creation.madeFrom,
      drawing: isDeepStrictEqual(inputs.values, creation.inputs) ? null : drawing,
      termsVersion: proof.termsVersion ?? creation.termsVersion ?? '',
      paymentId: payment.id,
      test: proof.test,
      paid,
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
    .select({
      creation: creations,
      paymentId: jobs.paymentId,
      drawing: sql<string>`coalesce(${jobs.seedJobId}, ${jobs.id})`,
    })
    .from(creations)
    .leftJoin(jobs, and(eq(jobs.creationId, creations.id), isNotNull(creations.proofUntil)))
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
  const { creation, paymentId, drawing } = found
  if (paymentId) return { creation, paymentId, drawing }
  throw new AppError('payment_state', 'There is no proof to draw again.')
}
