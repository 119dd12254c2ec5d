import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { getRecipeOf } from './get-recipe-of.ts'
import { type JobRow, jobSteps } from './tables.ts'

/** The file that the output step of a job has made. */
export async function productOf(ctx: Ctx, job: JobRow): Promise<string | undefined> {
  const { output } = await getRecipeOf(ctx, job)
  const [step] = await ctx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, output)))
  return step?.mediaId ?? undefined
}
