import { countCents, fromUsCents } from '@vignette/contract/currency.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { invalidParams, type Outcome, ProviderError } from '../../providers/generation/spec.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import type { PreparedMedia } from '../media/index.ts'
import { LostJob, leasedBy, whileLeased } from './lease.ts'
import { showEarly, storeProduct, wantsEarly } from './product.ts'
import { backoffMs, TRIES } from './rules.ts'
import { acquireSlot, findSlotLimits, wakeNextInLine } from './slot.ts'
import { paramsOf, prepareCall, type StepRun, stepIs } from './step.ts'

const MIN_CHECK_MS = 500

/** Starts a step or polls its remote work, and stores the result; answers the product once there is one. */
export async function runStep(run: StepRun): Promise<PreparedMedia | undefined> {
  const row = run.rows.find((one) => one.stepId === run.step.id)
  if (!row) throw new Error('the job has no such step')
  const provider = run.ctx.providers.get(run.step.provider)
  const io = {
    signal: run.signal,
    onProgress: run.onProgress,
    ...(wantsEarly(run) && { onEarly: (bytes: Buffer) => void showEarly(run, bytes) }),
  }
  try {
    if (row.operation) {
      const check = provider.check(row.operation, io)
      return await recordOutcome(run, await unlessAborted(run.signal, check))
    }
    if (!(await beginStep(run))) return undefined
    const call = await prepareCall(run.ctx, run.job, run.step, run.rows, run.signal)
    run.signal.throwIfAborted()
    return await recordStart(run, provider.start(call, io))
  } catch (error) {
    if (error instanceof ProviderError && error.retryable && !run.signal.aborted) {
      if (await tryLater(run, error)) return undefined
    }
    throw error
  }
}

/** Where the job was cancelled or lost during the start, cancels the operation that no worker will poll. */
async function recordStart(
  run: StepRun,
  starting: Promise<Outcome>,
): Promise<PreparedMedia | undefined> {
  try {
    return await recordOutcome(run, await unlessAborted(run.signal, starting))
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

/** A provider that ignores its abort signal must not keep the job from ending. */
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

async function recordOutcome(run: StepRun, outcome: Outcome): Promise<PreparedMedia | undefined> {
  if (outcome.state === 'done') return storeProduct(run, outcome.product)
  if (outcome.percent !== undefined) run.onProgress(outcome.percent, outcome.label)
  const waitMs = Math.max(MIN_CHECK_MS, outcome.checkAfterMs)
  await whileLeased(run.ctx, run.job, (tx) =>
    tx.db
      .update(jobSteps)
      .set({
        state: 'waiting',
        operation: outcome.operation,
        // The vendor answers again, so earlier failures no longer count.
        tries: 0,
        checkAt: sql`clock_timestamp() + make_interval(secs => ${waitMs / 1000})`,
      })
      .where(stepIs(run)),
  )
  return undefined
}

/** Schedules another try; answers false where the maximum is reached. */
async function tryLater(run: StepRun, error: ProviderError): Promise<boolean> {
  const { ctx, job, step } = run
  return whileLeased(ctx, job, async (tx) => {
    const [row] = await tx.db.select().from(jobSteps).where(stepIs(run))
    if (!row) return false
    const tries = row.tries + 1
    if (tries >= TRIES) return false
    const waitMs = backoffMs(tries, error.retryAfterMs, Math.random())
    await tx.db
      .update(jobSteps)
      .set({
        // Started remote work is polled again, never started a second time.
        state: row.operation ? 'waiting' : 'pending',
        tries,
        checkAt: sql`clock_timestamp() + make_interval(secs => ${waitMs / 1000})`,
      })
      .where(stepIs(run))
    if (!row.operation) wakeNextInLine(tx, step.provider)
    ctx.log.warn(
      { jobId: job.id, stepId: step.id, code: error.code, tries },
      'a step is tried again',
    )
    return true
  })
}

/** Answers false where the step must wait for a slot at its provider. */
async function beginStep(run: StepRun): Promise<boolean> {
  const { ctx, job, step } = run
  const estimate = estimateCents(run)
  if (estimate === 0 && !findSlotLimits(ctx, step.provider)) return beginAtOnce(run)
  return whileLeased(ctx, job, async (tx, leased) => {
    if (estimate > 0) await assertWithinCostLimit(tx, run, estimate)
    if (!(await acquireSlot(tx, leased, step))) {
      run.onProgress(0, 'In line, starting soon')
      return false
    }
    await tx.db
      .update(jobSteps)
      // Each try sets the same cost: a failed call is not charged, and a repeated call has the same idempotency key.
      .set({ state: 'running', checkAt: null, costCents: estimate, startedAt: tx.clock.now() })
      .where(stepIs(run))
    return true
  })
}

const beginning = prepared((db) => {
  const id = sql.placeholder('id')
  // The row's lock keeps a cancellation or another worker from coming between.
  const leased = db.$with('leased').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(leasedBy({ id, attempt: sql.placeholder('attempt') }))
      .for('update'),
  )
  return db
    .with(leased)
    .update(jobSteps)
    .set({
      state: 'running',
      checkAt: null,
      costCents: 0,
      startedAt: sql`${sql.placeholder('now')}::timestamptz`,
    })
    .from(leased)
    .where(and(eq(jobSteps.jobId, leased.id), eq(jobSteps.stepId, sql.placeholder('stepId'))))
    .returning({ stepId: jobSteps.stepId })
})

/** A step that costs nothing and takes no slot begins in one statement. */
async function beginAtOnce({ ctx, job, step }: StepRun): Promise<true> {
  const now = ctx.clock.now().toISOString()
  const { id, attempt } = job
  const begun = await beginning(ctx.db).execute({ id, attempt, stepId: step.id, now })
  if (begun.length === 0) throw new LostJob()
  return true
}

function estimateCents({ ctx, job, step }: StepRun): number {
  const cents = ctx.providers.get(step.provider).estimateCents({
    functionType: step.functionType,
    params: paramsOf(ctx, job, step),
    ...(step.model ? { model: step.model } : {}),
  })
  if (Number.isFinite(cents)) return fromUsCents(cents)
  // No vendor accepts settings without a price.
  throw invalidParams('The provider has no price for these settings, so that it would refuse them.')
}

async function assertWithinCostLimit(tx: TxCtx, run: StepRun, estimate: number): Promise<void> {
  const { job, step } = run
  const [others] = await tx.db
    .select({ cents: sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int` })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), ne(jobSteps.stepId, step.id)))
  if ((others?.cents ?? 0) + estimate <= job.costLimit) return
  throw new ProviderError('cost_exceeded', 'This recipe costs more than its creator declared.', {
    retryable: false,
    byRecipe: true,
    told: `The remix would cost more than the ${countCents(job.costLimit)} that the recipe declares.`,
  })
}
