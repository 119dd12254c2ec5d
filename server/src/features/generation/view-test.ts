import type { MediaView } from '@vignette/contract/entities.ts'
import type { TestedStep, TestView } from '@vignette/contract/tests.ts'
import type { Recipe } from '../workflows/index.ts'
import { promptOf } from './prepare-call.ts'
import type { JobRow, JobStepRow } from './tables.ts'

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
    user_inputs: job.inputs,
    steps: steps.flatMap((row) => viewStep(job, recipe, row, media) ?? []),
    output_step_id: recipe.output,
  }
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
