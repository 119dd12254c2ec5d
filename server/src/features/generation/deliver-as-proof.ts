import type { Ctx } from '../../ctx.ts'
import { deliverProof } from '../creations/index.ts'
import {
  discardMedia,
  type MediaRow,
  makeVariants,
  markMediaUsed,
  prepareProof,
  recordMedia,
} from '../media/index.ts'
import { type ImageVerdict, requestReview } from '../moderation/index.ts'
import { recordProof } from '../payments/index.ts'
import { markTested } from '../workflows/index.ts'
import { dropProducts } from './drop-products.ts'
import { endJob } from './end-job.ts'
import { getRecipeOf } from './get-recipe-of.ts'
import { LostJob } from './job-lease.ts'
import { postCost } from './post-cost.ts'
import { retryStorage } from './retry-storage.ts'
import { seenOf } from './seen-of.ts'
import type { RemixRow } from './tables.ts'
import { tellEnding } from './tell-ending.ts'
import { whileLeased } from './while-leased.ts'

type PreparedProof = Awaited<ReturnType<typeof prepareProof>>
interface Made {
  file: Pick<MediaRow, 'id' | 'kind' | 'storageKey'>
  verdict: ImageVerdict
}

/** A sale that is proof-first: its buyer sees a proof, and decides before anything is charged. */
export async function deliverAsProof(
  ctx: Ctx,
  job: RemixRow,
  { signal, ...made }: Made & { signal: AbortSignal },
): Promise<void> {
  const recipe = await getRecipeOf(ctx, job)
  const step = recipe.steps.find((one) => one.id === recipe.output)
  const sourceType = step ? ctx.providers.get(step.provider).sourceType : null
  const proof = await retryStorage(ctx, signal, () =>
    prepareProof(ctx, made.file, { sourceType, signal }),
  )
  try {
    await deliver(ctx, job, made, proof)
  } catch (error) {
    // After another error the row may have been written; if not, a sweep deletes the file.
    if (error instanceof LostJob) await discardMedia(ctx, proof)
    throw error
  }
}

/** One transaction shows the proof, seals the whole file, ends the job and waits for the buyer. */
async function deliver(
  ctx: Ctx,
  job: RemixRow,
  { file, verdict }: Made,
  proof: PreparedProof,
): Promise<void> {
  const { id: jobId, creationId, paymentId, workflowId, workflowVersion: version } = job
  if (!paymentId) throw new Error('a proof needs a payment')
  await whileLeased(ctx, job, async (tx, leased) => {
    await endJob(tx, leased, { status: 'COMPLETED' })
    await recordMedia(tx, proof, leased.ownerId)
    await markMediaUsed(tx, [file.id, proof.id])
    const costCents = await postCost(tx, job)
    if (job.progressSteps > 1) await dropProducts(tx, job, file.id)
    await markTested(tx, { workflowId, version })
    await deliverProof(tx, {
      creationId,
      mediaId: proof.id,
      wholeMediaId: file.id,
      mayBePublic: verdict.decision === 'allow',
      ...(await recordProof(tx, { paymentId, jobId, creationId, costCents })),
    })
    await tx.queue.send(tx, makeVariants, { mediaId: proof.id, ...seenOf(file.id, verdict) })
    if (verdict.decision === 'review') {
      await requestReview(tx, { creationId, score: verdict.score })
    }
    await tellEnding(tx, leased, { kind: 'proof_ready' })
  })
}
