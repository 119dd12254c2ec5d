import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { dependenciesOf, getVersion, type Recipe } from '../workflows/index.ts'
import { completeJob } from './complete-job.ts'
import { releaseLease, whileHolding } from './hold-job.ts'
import { readySteps } from './rules.ts'
import { runStep } from './run-step.ts'
import { type JobRow, type JobStepRow, jobSteps } from './tables.ts'
import { type Progress, trackProgress } from './track-progress.ts'
import { wakeJob } from './wake-job.ts'

type Standing = JobStepRow & { due: boolean; dueInMs: number | null }

/** Runs what is ready until all is done, or only waiting is left; `stop` ends it at any moment. */
export async function carryJob(ctx: Ctx, job: JobRow, stop: AbortController): Promise<void> {
  stop.signal.throwIfAborted()
  const { version } = await getVersion(ctx, job.workflowId, job.workflowVersion)
  if (job.attempt > 1) await reopenInterrupted(ctx, job)
  const progress = trackProgress(ctx, job, version.recipe)
  let waiting: readonly Standing[] | undefined
  try {
    waiting = await runSteps({ ctx, job, recipe: version.recipe, stop, progress })
  } finally {
    await progress.flush()
  }
  if (waiting) await waitOutside(ctx, job, waiting)
  else await completeJob(ctx, job, version.recipe, stop.signal)
}

/** Resolves with the steps that wait for their time, or with nothing where all are done. */
async function runSteps(carry: {
  ctx: Ctx
  job: JobRow
  recipe: Recipe
  stop: AbortController
  progress: Progress
}): Promise<readonly Standing[] | undefined> {
  const { ctx, job, recipe, stop, progress } = carry
  const dependencies = new Map(recipe.steps.map((step) => [step.id, dependenciesOf(step)]))
  const running = new Map<string, Promise<void>>()
  try {
    for (;;) {
      stop.signal.throwIfAborted()
      const rows = await readStandings(ctx, job)
      progress.count(rows)
      if (rows.every((row) => row.state === 'done')) return undefined
      const due = rows.filter((row) => row.state === 'waiting' && row.due).map((row) => row.stepId)
      const next = [...readySteps(rows, dependencies), ...due].filter((id) => !running.has(id))
      for (const stepId of next) {
        const step = recipe.steps.find((one) => one.id === stepId)
        if (!step) continue
        const onProgress = (percent: number, label?: string) =>
          progress.report(stepId, percent, label)
        const work = runStep({ ctx, job, step, rows, signal: stop.signal, onProgress })
          // What runs beside it has no use any more.
          .catch((error: unknown) => stop.abort(error))
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

/** Local work of a worker that is gone begins again; remote work goes on where it stands. */
async function reopenInterrupted(ctx: Ctx, job: JobRow): Promise<void> {
  await whileHolding(ctx, job, (tx) =>
    tx.db
      .update(jobSteps)
      .set({ state: 'pending' })
      .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.state, 'running'))),
  )
}

async function readStandings(ctx: Ctx, job: JobRow): Promise<Standing[]> {
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

/** Frees the worker's place and has the queue wake the job when something is due. */
async function waitOutside(ctx: Ctx, job: JobRow, rows: readonly Standing[]): Promise<void> {
  const waits = rows.flatMap((row) =>
    row.state !== 'done' && row.dueInMs !== null ? [row.dueInMs] : [],
  )
  if (waits.length === 0) throw new Error('no step of this job can ever run')
  await whileHolding(ctx, job, async (tx) => {
    await wakeJob(tx, job.id, { delayMs: Math.max(0, Math.min(...waits)) })
    await releaseLease(tx, job, 'waiting')
  })
}
