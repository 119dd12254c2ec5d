import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { dependenciesOf, getRecipe, type Recipe } from '../workflows/index.ts'
import { completeJob } from './complete-job.ts'
import { releaseLease, whileLeased } from './job-lease.ts'
import type { LeasedJob } from './lease-job.ts'
import { readStepStatus, type StepStatus } from './read-step-status.ts'
import { readySteps } from './rules.ts'
import { runStep } from './run-step.ts'
import { type JobRow, jobSteps } from './tables.ts'
import { type Progress, trackProgress } from './track-progress.ts'
import { wakeJob } from './wake-job.ts'

export interface ExecuteOptions {
  /** Ends it at any moment. */
  stop: AbortController
  /** Called once the job is delivered, before anybody hears of it. */
  onDelivery: () => void
}

/** Runs what is ready until all is done, or only waiting is left. */
export async function executeJob(ctx: Ctx, job: LeasedJob, options: ExecuteOptions): Promise<void> {
  const { stop, onDelivery } = options
  stop.signal.throwIfAborted()
  const recipe = await getRecipe(ctx, job.workflowId, job.workflowVersion)
  if (job.attempt > 1) await reopenInterrupted(ctx, job)
  const progress = trackProgress(ctx, job, recipe)
  let left: Left
  try {
    left = await runSteps({ ctx, job, recipe, stop, progress, onDelivery })
  } finally {
    await progress.flush()
  }
  if (left === 'delivery') await completeJob(ctx, job, { recipe, signal: stop.signal, onDelivery })
  else if (left !== 'nothing') await waitOutside(ctx, job, left)
}

/** What is left to do when no step can run now: steps that wait for their time, the delivery, or nothing. */
type Left = readonly StepStatus[] | 'delivery' | 'nothing'

interface Execution extends ExecuteOptions {
  ctx: Ctx
  job: LeasedJob
  recipe: Recipe
  progress: Progress
}

async function runSteps(execution: Execution): Promise<Left> {
  const { ctx, job, recipe, stop, progress, onDelivery } = execution
  const { signal } = stop
  const dependencies = new Map(recipe.steps.map((step) => [step.id, dependenciesOf(step)]))
  const running = new Map<string, Promise<void>>()
  let delivered = false
  try {
    for (let rows = await firstStepStatus(ctx, job); ; rows = await readStepStatus(ctx, job)) {
      signal.throwIfAborted()
      progress.count(rows)
      if (rows.every((row) => row.state === 'done')) return 'delivery'
      const due = rows.filter((row) => row.state === 'waiting' && row.due).map((row) => row.stepId)
      const next = [...readySteps(rows, dependencies), ...due].filter((id) => !running.has(id))
      for (const stepId of next) {
        const step = recipe.steps.find((one) => one.id === stepId)
        if (!step) continue
        const onProgress = (percent: number, label?: string) =>
          progress.report(stepId, percent, label)
        const work = runStep({ ctx, job, recipe, step, rows, signal, onProgress, onDelivery })
          .then((stored) => {
            delivered ||= stored === 'job'
          })
          // What runs beside it has no use any more.
          .catch((error: unknown) => stop.abort(error))
          .finally(() => running.delete(stepId))
        running.set(stepId, work)
      }
      if (running.size === 0) return rows
      await Promise.race(running.values())
      if (delivered) return 'nothing'
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}

/** A job that nobody took before has nothing to reopen: its steps are as the taking found them. */
async function firstStepStatus(ctx: Ctx, job: LeasedJob): Promise<StepStatus[]> {
  if (job.attempt > 1) return readStepStatus(ctx, job)
  return job.steps.map((step) => ({ ...step, due: true, dueInMs: null }))
}

/** Local work of a worker that is gone begins again; remote work goes on where it stands. */
async function reopenInterrupted(ctx: Ctx, job: JobRow): Promise<void> {
  await whileLeased(ctx, job, (tx) =>
    tx.db
      .update(jobSteps)
      .set({ state: 'pending' })
      .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.state, 'running'))),
  )
}

/** Frees the worker's place and has the queue wake the job when something is due. */
async function waitOutside(ctx: Ctx, job: JobRow, rows: readonly StepStatus[]): Promise<void> {
  const waits = rows.flatMap((row) =>
    row.state !== 'done' && row.dueInMs !== null ? [row.dueInMs] : [],
  )
  if (waits.length === 0) throw new Error('no step of this job can ever run')
  await whileLeased(ctx, job, async (tx) => {
    await wakeJob(tx, job, { delayMs: Math.max(0, Math.min(...waits)) })
    await releaseLease(tx, job, 'waiting')
  })
}
