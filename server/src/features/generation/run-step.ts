import { sql } from 'drizzle-orm'
import { type Outcome, ProviderError } from '../../providers/generation/spec.ts'
import type { PreparedMedia } from '../media/index.ts'
import { beginStep } from './begin-step.ts'
import { LostJob } from './job-lease.ts'
import { prepareCall } from './prepare-call.ts'
import { backoffMs, TRIES } from './rules.ts'
import { showEarly, wantsEarly } from './show-early.ts'
import { type StepRun, stepIs } from './step-run.ts'
import { storeProduct } from './store-product.ts'
import { jobSteps } from './tables.ts'
import { wakeNextInLine } from './wake-next-in-line.ts'
import { whileLeased } from './while-leased.ts'

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
