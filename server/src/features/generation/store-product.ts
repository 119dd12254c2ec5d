import { AppError } from '../../platform/http/app-error.ts'
import { type Product, ProviderError } from '../../providers/generation/spec.ts'
import {
  discardMedia,
  markMediaUsed,
  type PreparedMedia,
  prepareMedia,
  recordMedia,
} from '../media/index.ts'
import { checkOutput } from './check-output.ts'
import { LostJob } from './job-lease.ts'
import { retryStorage } from './retry-storage.ts'
import { type StepRun, stepIs } from './step-run.ts'
import { isRemix, jobSteps } from './tables.ts'
import { wakeNextInLine } from './wake-next-in-line.ts'
import { whileLeased } from './while-leased.ts'

/** One transaction writes the file's row and ends the step, so that each file belongs to a step. */
export async function storeProduct(run: StepRun, product: Product): Promise<PreparedMedia> {
  const { ctx, job, signal } = run
  const bytes = await bytesOf(run, product)
  const prepared = await retryStorage(ctx, signal, () =>
    prepareMedia(ctx, {
      kind: product.kind,
      origin: 'generated',
      bytes,
      sourceType: ctx.providers.get(run.step.provider).sourceType,
      signal,
    }),
  )
  try {
    // A test shows each product to its creator, a remix only the last.
    const verdict = isRemix(job) ? null : (await checkOutput(ctx, prepared, signal)).decision
    await whileLeased(ctx, job, async (tx, { ownerId }) => {
      await recordMedia(tx, { ...prepared, verdict }, ownerId)
      // The sweep of tests deletes the product, not the sweep of unused files.
      if (verdict) await markMediaUsed(tx, [prepared.id])
      await tx.db
        .update(jobSteps)
        .set({
          state: 'done',
          mediaId: prepared.id,
          finishedAt: tx.clock.now(),
          checkAt: null,
          slot: null,
        })
        .where(stepIs(run))
      wakeNextInLine(tx, run.step.provider)
    })
    return prepared
  } catch (error) {
    // After another error the row may have been written; if not, a sweep deletes the file.
    const unwritten = error instanceof LostJob || isRefusal(error)
    if (unwritten) await discardMedia(ctx, prepared)
    throw error
  }
}

export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'content_refused'
}

async function bytesOf(run: StepRun, product: Product): Promise<Buffer> {
  if (product.kind !== run.step.output) {
    throw new ProviderError('wrong_media', 'The generator returned another kind of file.', {
      retryable: false,
    })
  }
  return product.from === 'bytes' ? product.bytes : run.ctx.fetchProduct(product, run.signal)
}
