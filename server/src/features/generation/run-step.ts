import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Outcome, type Product, ProviderError } from '../../providers/generation/spec.ts'
import { discardMedia, prepareMedia, recordMedia } from '../media/index.ts'
import type { RecipeStep } from '../workflows/index.ts'
import { LostJob, whileHolding } from './hold-job.ts'
import { insistOnStore } from './insist-on-store.ts'
import { prepareCall } from './prepare-call.ts'
import { backoffMs, TRIES } from './rules.ts'
import { type JobRow, type JobStepRow, jobSteps } from './tables.ts'
import { callNext, takePlace } from './take-place.ts'

export interface StepRun {
  ctx: Ctx
  job: JobRow
  step: RecipeStep
  rows: readonly JobStepRow[]
  signal: AbortSignal
  onProgress: (percent: number, label?: string) => void
}

const MIN_CHECK_MS = 500

/** Begins a step or asks after its remote work, and stores what came of it before returning. */
export async function runStep(run: StepRun): Promise<void> {
  const row = run.rows.find((one) => one.stepId === run.step.id)
  if (!row) throw new Error('the job has no such step')
  const provider = run.ctx.providers.get(run.step.provider)
  const io = { signal: run.signal, onProgress: run.onProgress }
  try {
    if (row.operation) {
      const check = provider.check(row.operation, io)
      await settle(run, await unlessAborted(run.signal, check))
      return
    }
    if (!(await begin(run))) return
    const call = await prepareCall(run.ctx, run.job, run.step, run.rows, run.signal)
    run.signal.throwIfAborted()
    await settleStart(run, provider.start(call, io))
  } catch (error) {
    if (error instanceof ProviderError && error.retryable && !run.signal.aborted) {
      if (await tryLater(run, error)) return
    }
    throw error
  }
}

/** Cancelled or overtaken while the vendor began: nobody will ever ask after that operation. */
async function settleStart(run: StepRun, starting: Promise<Outcome>): Promise<void> {
  try {
    await settle(run, await unlessAborted(run.signal, starting))
  } catch (error) {
    if (error instanceof LostJob || run.signal.aborted) cancelWhenBegun(run, starting)
    throw error
  }
}

function cancelWhenBegun({ ctx, job, step }: StepRun, starting: Promise<Outcome>): void {
  starting
    .then(async (outcome) => {
      if (outcome.state === 'running') {
        await ctx.providers.get(step.provider).cancel(outcome.operation)
      }
    })
    .catch((error: unknown) => {
      ctx.log.debug({ err: error, jobId: job.id }, 'an abandoned start came to nothing')
    })
}

/** A provider that does not heed its signal must not keep the job from ending. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let onAbort: () => void = () => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** False where the step has to wait for a place at its provider. */
async function begin(run: StepRun): Promise<boolean> {
  const { ctx, job, step } = run
  const provider = ctx.providers.get(step.provider)
  const estimate = provider.estimateCents({
    functionType: step.functionType,
    params: step.params,
    ...(step.model ? { model: step.model } : {}),
  })
  return whileHolding(ctx, job, async (tx, held) => {
    const [others] = await tx.db
      .select({ cents: sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int` })
      .from(jobSteps)
      .where(and(eq(jobSteps.jobId, job.id), ne(jobSteps.stepId, step.id)))
    if ((others?.cents ?? 0) + estimate > job.costLimit) {
      throw new ProviderError(
        'cost_exceeded',
        'This recipe costs more than its creator declared.',
        { retryable: false },
      )
    }
    if (!(await takePlace(tx, held, step))) {
      run.onProgress(0, 'Waiting for a free place')
      return false
    }
    await tx.db
      .update(jobSteps)
      .set({
        state: 'running',
        // Once, however often it is tried: a call that failed is not charged, and a repeated one
        // carries the same idempotency key.
        costCents: estimate,
        startedAt: tx.clock.now(),
        checkAt: null,
      })
      .where(stepIs(run))
    return true
  })
}

function stepIs({ job, step }: StepRun) {
  return and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, step.id))
}

async function settle(run: StepRun, outcome: Outcome): Promise<void> {
  if (outcome.state === 'done') return storeProduct(run, outcome.product)
  if (outcome.percent !== undefined) run.onProgress(outcome.percent, outcome.label)
  const waitMs = Math.max(MIN_CHECK_MS, outcome.checkAfterMs)
  await whileHolding(run.ctx, run.job, (tx) =>
    tx.db
      .update(jobSteps)
      .set({
        state: 'waiting',
        operation: outcome.operation,
        // The vendor answers: what failed before was passing.
        tries: 0,
        checkAt: sql`clock_timestamp() + make_interval(secs => ${waitMs / 1000})`,
      })
      .where(stepIs(run)),
  )
}

/** The file's row and the step's end are one transaction, so that no file is nobody's. */
async function storeProduct(run: StepRun, product: Product): Promise<void> {
  const { ctx, job, signal } = run
  const bytes = await bytesOf(run, product)
  const prepared = await insistOnStore(signal, () =>
    prepareMedia(ctx, {
      kind: product.kind,
      origin: 'generated',
      bytes,
      sourceType: run.step.provider === 'local' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia',
      signal,
    }),
  )
  try {
    await whileHolding(ctx, job, async (tx, held) => {
      await recordMedia(tx, prepared, held.ownerId)
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
      await callNext(tx, run.step.provider)
    })
  } catch (error) {
    // After any other failure the row may be there all the same; if not, the file is swept.
    if (error instanceof LostJob) await discardMedia(ctx, prepared)
    throw error
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

/** Puts a step back for another try, or says that there were enough. */
async function tryLater(run: StepRun, error: ProviderError): Promise<boolean> {
  const { ctx, job, step } = run
  return whileHolding(ctx, job, async (tx) => {
    const [row] = await tx.db.select().from(jobSteps).where(stepIs(run))
    if (!row) return false
    const tries = row.tries + 1
    if (tries >= TRIES) return false
    const waitMs = backoffMs(tries, error.retryAfterMs, Math.random())
    await tx.db
      .update(jobSteps)
      .set({
        // Remote work that was begun is asked after again, never begun a second time.
        state: row.operation ? 'waiting' : 'pending',
        tries,
        checkAt: sql`clock_timestamp() + make_interval(secs => ${waitMs / 1000})`,
      })
      .where(stepIs(run))
    if (!row.operation) await callNext(tx, step.provider)
    ctx.log.warn(
      { jobId: job.id, stepId: step.id, code: error.code, tries },
      'a step is tried again',
    )
    return true
  })
}
