import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { RecipeStep } from '../workflows/index.ts'
import { type JobRow, type JobStepRow, jobSteps } from './tables.ts'

/** One step of a running job, with all that its functions need. */
export interface StepRun {
  ctx: Ctx
  job: JobRow
  step: RecipeStep
  /** All steps of the job, as of this step's start. */
  rows: readonly JobStepRow[]
  signal: AbortSignal
  /** The step makes the creation itself. */
  isOutput: boolean
  onProgress: (percent: number, label?: string) => void
}

export function stepIs({ job, step }: Pick<StepRun, 'job' | 'step'>) {
  return and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, step.id))
}
