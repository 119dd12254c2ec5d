import { and, eq, getTableColumns, min, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ProviderError } from '../../providers/generation/spec.ts'
import { type JobRow, type JobStepRow, jobSteps } from '../../schema/generation.ts'
import type { PreparedMedia } from '../media/index.ts'
import { dependenciesOf, outputsOf, type Recipe } from '../workflows/index.ts'
import { completeJob } from './complete-job.ts'
import { getRecipeOf } from './job-recipe.ts'
import { type JobLease, releaseLease, whileLeased } from './lease.ts'
import { readySteps } from './rules.ts'
import { runStep } from './run-step.ts'
import { type Progress, trackProgress } from './track-progress.ts'

/** Runs ready steps until the job is delivered or every remaining step waits. */
export async function executeJob(ctx: Ctx, job: JobRow, stop: AbortController): Promise<void> {
  stop.signal.throwIfAborted()
  const recipe = await getRecipeOf(ctx, job)
  if (job.attempt > 1) await reopenInterrupted(ctx, job)
  const progress = trackProgress(ctx, job, recipe)
  const products = new Map<string, PreparedMedia>()
  let steps: StepStatus[]
  try {
    steps = await runSteps({ ctx, job, recipe, stop, progress, products })
  } finally {
    await progress.flush()
  }
  if (steps.some((step) => step.state !== 'done')) return waitOutside(ctx, job, steps)
  const made = outputsOf(recipe).map((stepId) => {
    const mediaId = steps.find((step) => step.stepId === stepId)?.mediaId
    if (!mediaId) throw new Error('an output step made nothing')
    return { stepId, mediaId, file: products.get(stepId) }
  })
  await completeJob(ctx, job, { made, signal: stop.signal })
}

interface Execution {
  ctx: Ctx
  job: JobRow
  recipe: Recipe
  stop: AbortController
  progress: Progress
  /** The products that this worker made, by the id of the step. */
  products: Map<string, PreparedMedia>
}

/** Answers the steps' current rows when none can run now. */
async function runSteps({
  ctx,
  job,
  recipe,
  stop,
  progress,
  products,
}: Execution): Promise<StepStatus[]> {
  const { signal } = stop
  const dependencies = new Map(recipe.steps.map((step) => [step.id, dependenciesOf(step)]))
  const running = new Map<string, Promise<void>>()
  let rows: StepStatus[] = []
  try {
    for (;;) {
      const last = finishAll(rows, products)
      if (last) return last
      rows = await readStepStatus(ctx, job)
      signal.throwIfAborted()
      progress.count(rows)
      const due = rows.filter((row) => row.state === 'waiting' && row.due).map((row) => row.stepId)
      const next = [...readySteps(rows, dependencies), ...due].filter((id) => !running.has(id))
      for (const stepId of next) {
        const step = recipe.steps.find((one) => one.id === stepId)
        if (!step) continue
        const onProgress = (percent: number, label?: string) =>
          progress.report(stepId, percent, label)
        const work = runStep({
          ctx,
          job,
          step,
          rows,
          signal,
          isOutput: stepId === recipe.output,
          onProgress,
        })
          .then((product) => void (product && products.set(stepId, product)))
          // Once a step has failed, the steps beside it are useless.
          .catch((error: unknown) => {
            if (error instanceof ProviderError) error.stepId = stepId
            stop.abort(error)
          })
          .finally(() => running.delete(stepId))
        running.set(stepId, work)
      }
      if (running.size === 0) return rows
      await Promise.race(running.values())
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}

/** The rows once each step is done, without reading them again; undefined while a step is left. */
function finishAll(
  rows: readonly StepStatus[],
  products: ReadonlyMap<string, PreparedMedia>,
): StepStatus[] | undefined {
  if (products.size === 0) return undefined
  const finished = rows.map((row): StepStatus => {
    const product = products.get(row.stepId)
    return product ? { ...row, state: 'done', mediaId: product.id } : row
  })
  return finished.every(({ state }) => state === 'done') ? finished : undefined
}

/** Local work of a dead worker starts again; remote work continues. */
async function reopenInterrupted(ctx: Ctx, job: JobRow): Promise<void> {
  await whileLeased(ctx, job, (tx) =>
    tx.db
      .update(jobSteps)
      .set({ state: 'pending' })
      .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.state, 'running'))),
  )
}

/** Releases the lease until the first step is due. */
async function waitOutside(ctx: Ctx, job: JobRow, steps: readonly StepStatus[]): Promise<void> {
  const left = steps.filter((step) => step.state !== 'done')
  if (left.every((step) => step.checkAt === null))
    throw new Error('no step of this job can ever run')
  await whileLeased(ctx, job, async (tx) => {
    // Reads again: a slot released in between may have made a step due.
    const firstDue = tx.db
      .select({ at: min(jobSteps.checkAt) })
      .from(jobSteps)
      .where(and(eq(jobSteps.jobId, job.id), ne(jobSteps.state, 'done')))
    await releaseLease(tx, job, 'waiting', sql`${firstDue}`)
  })
}

/** A step's row, and whether its next try or poll is due, by the database's clock. */
type StepStatus = JobStepRow & { due: boolean; dueInMs: number | null }

async function readStepStatus(ctx: Ctx, job: JobLease): Promise<StepStatus[]> {
  return ctx.db
    .select({
      ...getTableColumns(jobSteps),
      due: sql<boolean>`${jobSteps.checkAt} is null or ${jobSteps.checkAt} <= clock_timestamp()`,
      dueInMs: sql<
        number | null
      >`(extract(epoch from ${jobSteps.checkAt} - clock_timestamp()) * 1000)::float8`,
    })
    .from(jobSteps)
    .where(eq(jobSteps.jobId, job.id))
    .orderBy(jobSteps.position)
}
