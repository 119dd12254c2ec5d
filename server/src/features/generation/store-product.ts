import type { TxCtx } from '../../ctx.ts'
import { type Product, ProviderError } from '../../providers/generation/spec.ts'
import { discardMedia, type PreparedMedia, prepareMedia, recordMedia } from '../media/index.ts'
import type { ImageVerdict } from '../moderation/index.ts'
import { assertNotRefused, deliver, scoreOutput } from './complete-job.ts'
import { LostJob, whileLeased } from './job-lease.ts'
import { wakeNextInLine } from './provider-slots.ts'
import { retryStorage } from './retry-storage.ts'
import { type StepRun, stepIs } from './step-run.ts'
import { jobSteps } from './tables.ts'

/** What storing a step's product ended: the step alone, or the job with it. */
export type Stored = 'step' | 'job'

/** The file's row and the step's end are one transaction, so that no file is nobody's. */
export async function storeProduct(run: StepRun, product: Product): Promise<Stored> {
  const { ctx, job, recipe, signal } = run
  const bytes = await bytesOf(run, product)
  const prepared = await retryStorage(signal, () =>
    prepareMedia(ctx, {
      kind: product.kind,
      origin: 'generated',
      bytes,
      sourceType: run.step.provider === 'local' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia',
      signal,
    }),
  )
  try {
    const verdict = mayWaitForDelivery(run) ? await judgeNow(run, prepared) : undefined
    if (!verdict) {
      await whileLeased(ctx, job, (tx, held) =>
        endStep(tx, run, prepared, { ownerId: held.ownerId, used: false }),
      )
      return 'step'
    }
    if (verdict.decision === 'refuse') await discardMedia(ctx, prepared)
    assertNotRefused(verdict)
    await deliver(ctx, job, {
      recipe,
      mediaId: prepared.id,
      verdict,
      onDelivery: run.onDelivery,
      store: (tx, held) => endStep(tx, run, prepared, { ownerId: held.ownerId, used: true }),
    })
    return 'job'
  } catch (error) {
    // After any other failure the row may be there all the same; if not, the file is swept.
    if (error instanceof LostJob) await discardMedia(ctx, prepared)
    throw error
  }
}

async function endStep(
  tx: TxCtx,
  run: StepRun,
  prepared: PreparedMedia,
  owned: { ownerId: string; used: boolean },
): Promise<void> {
  await recordMedia(tx, prepared, owned)
  await tx.db
    .update(jobSteps)
    .set({
      state: 'done',
      mediaId: prepared.id,
      finishedAt: tx.clock.now(),
      checkAt: null,
      place: null,
    })
    .where(stepIs(run))
  await wakeNextInLine(tx, run.step.provider)
}

/** The last step's, where making it again would cost nobody anything but time. */
function mayWaitForDelivery({ ctx, recipe, step, rows }: StepRun): boolean {
  if (step.id !== recipe.output || ctx.providers.get(step.provider).costsOperator) return false
  return rows.every((row) => row.stepId === step.id || row.state === 'done')
}

/** Nothing where it fails: then the product is stored first, and judged again. */
async function judgeNow(run: StepRun, file: PreparedMedia): Promise<ImageVerdict | undefined> {
  const { ctx, job, signal } = run
  try {
    return await scoreOutput(ctx, file, signal)
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, jobId: job.id }, 'a product could not be judged at once')
    return undefined
  }
}

async function bytesOf(run: StepRun, product: Product): Promise<Buffer> {
  if (product.kind !== run.step.output) {
    throw new ProviderError('wrong_media', 'The generator returned another kind of file.', {
      retryable: false,
    })
  }
  return product.from === 'bytes' ? product.bytes : run.ctx.fetchProduct(product, run.signal)
}
