import type { TestView } from '@vignette/contract/tests.ts'
import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { getOwnTest } from './get-own-test.ts'
import { getRecipeOf } from './get-recipe-of.ts'
import { jobSteps } from './tables.ts'
import { fileIn, viewTest } from './view-test.ts'

/** The caller's own test with each step's product, as far as it has come. */
export async function getTest(ctx: Ctx, id: string): Promise<TestView> {
  const job = await getOwnTest(ctx, id)
  const recipe = await getRecipeOf(ctx, job)
  const steps = await ctx.db
    .select()
    .from(jobSteps)
    .where(eq(jobSteps.jobId, job.id))
    .orderBy(asc(jobSteps.position))
  const media = await viewMediaOf(ctx, [
    ...steps.map((step) => step.mediaId),
    ...Object.values(job.inputs).map(fileIn),
  ])
  return viewTest(job, { recipe, steps, media })
}
