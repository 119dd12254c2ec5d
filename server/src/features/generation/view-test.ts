import type { UserInputs } from '@vignette/contract/creations.ts'
import type { MediaView } from '@vignette/contract/entities.ts'
import type { ListedTest, TestedStep, TestView } from '@vignette/contract/tests.ts'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type JobRow, type JobStepRow, jobSteps, jobs } from '../../schema/generation.ts'
import { filesIn, type Recipe } from '../workflows/index.ts'
import { promptOf } from './step.ts'

/** What a list says of a test. */
export function viewTestHead(job: JobRow, steps: readonly JobStepRow[]) {
  return {
    id: job.id,
    workflow_id: job.workflowId,
    draft_id: job.draftId,
    status: job.status,
    error:
      job.status === 'FAILED'
        ? { code: job.errorCode ?? 'failed', message: job.errorMessage ?? 'Job failed' }
        : null,
    created_at: job.createdAt.toISOString(),
    document_hash: job.documentHash ?? '',
    passed: job.status === 'COMPLETED',
    seconds: secondsOf(job),
    cost_cents: steps.reduce((sum, step) => sum + step.costCents, 0),
  }
}

/** The steps that ran and ended in this test, with what each took. */
export function viewRunSteps(recipe: Recipe, steps: readonly JobStepRow[]): ListedTest['steps'] {
  return recipe.steps.flatMap((step) => {
    const row = steps.find(({ stepId }) => stepId === step.id)
    const seconds = row && !row.reused ? secondsOf(row) : null
    if (!row || seconds === null || row.state !== 'done') return []
    return {
      id: step.id,
      function_type: step.functionType,
      provider: step.provider,
      seconds,
      cost_cents: row.costCents,
    }
  })
}

export function viewTest(
  job: JobRow,
  {
    recipe,
    steps,
    media,
  }: {
    recipe: Recipe
    steps: readonly JobStepRow[]
    media: ReadonlyMap<string, MediaView>
  },
): TestView {
  return {
    ...viewTestHead(job, steps),
    user_inputs: nameFiles(job.inputs, media),
    steps: steps.flatMap((row) => viewStep(job, recipe, row, media) ?? []),
    output_step_id: recipe.output,
  }
}

/** Adds the addresses of the files to the inputs, so that a form can show the files again. */
export function nameFiles(inputs: UserInputs, media: ReadonlyMap<string, MediaView>): UserInputs {
  return Object.fromEntries(
    Object.entries(inputs).map(([key, value]) => {
      const files = filesIn(value).flatMap((id) => media.get(id) ?? [])
      const named = files.map(({ id, url }) => ({ id, url }))
      return [key, Array.isArray(value) ? named : (named[0] ?? value)]
    }),
  )
}

function viewStep(
  job: JobRow,
  recipe: Recipe,
  row: JobStepRow,
  media: ReadonlyMap<string, MediaView>,
): TestedStep | undefined {
  const step = recipe.steps.find((one) => one.id === row.stepId)
  if (!step) return undefined
  return {
    id: row.stepId,
    function_type: step.functionType,
    provider: step.provider,
    state: row.state,
    seconds: row.reused ? null : secondsOf(row),
    cost_cents: row.costCents,
    reused: row.reused,
    prompt: promptOf(job, step),
    media: (row.mediaId && media.get(row.mediaId)) || null,
  }
}

function secondsOf({ startedAt, finishedAt }: Pick<JobRow, 'startedAt' | 'finishedAt'>) {
  if (!startedAt || !finishedAt) return null
  return Math.max(0, finishedAt.getTime() - startedAt.getTime()) / 1000
}

/** A creator's tests with their inputs, times and outcome; what they made stays out. */
export async function exportTests(tx: TxCtx, ownerId: string): Promise<object[]> {
  const which = and(eq(jobs.ownerId, ownerId), jobs.test, isNotNull(jobs.documentHash))
  const rows = await tx.db.select().from(jobs).where(which).orderBy(asc(jobs.id))
  const steps = await tx.db
    .select({ step: jobSteps })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(which)
  const byJob = Map.groupBy(
    steps.map(({ step }) => step),
    ({ jobId }) => jobId,
  )
  return rows.map((row) => ({
    ...viewTestHead(row, byJob.get(row.id) ?? []),
    user_inputs: row.inputs,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
  }))
}
