import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findMedia } from '../media/index.ts'
import type { ReadyInputs, Recipe, RecipeStep } from '../workflows/index.ts'
import { getOwnTest } from './get-own-test.ts'
import { getRecipeOf } from './get-recipe-of.ts'
import { listReusable } from './list-reusable.ts'
import { paramsOf, promptOf } from './prepare-call.ts'
import { type JobRow, jobSteps } from './tables.ts'

interface Reuse {
  from: JobRow
  /** Media ids by step id. */
  products: Map<string, string>
}

/** Finds the products of an earlier test of the caller that this test takes over. */
export async function planReuse(
  ctx: Ctx,
  test: { recipe: Recipe; inputs: ReadyInputs },
  { testId, fromStep }: { testId: string; fromStep: string | undefined },
): Promise<Reuse> {
  if (fromStep !== undefined && !test.recipe.steps.some((step) => step.id === fromStep)) {
    const message = 'from_step names no step of this recipe.'
    throw new AppError('validation_failed', message, { details: [{ path: 'from_step', message }] })
  }
  const from = await getOwnTest(ctx, testId)
  const steps = await ctx.db.select().from(jobSteps).where(eq(jobSteps.jobId, from.id))
  const files = await findMedia(
    ctx,
    steps.flatMap((step) => step.mediaId ?? []),
  )
  const products = new Map<string, string>()
  for (const { stepId, mediaId } of steps) {
    if (mediaId && files.has(mediaId)) products.set(stepId, mediaId)
  }
  const reusable = listReusable(
    planned(ctx, await getRecipeOf(ctx, from), from),
    planned(ctx, test.recipe, { inputs: test.inputs.values }),
    { made: new Set(products.keys()), from: fromStep },
  )
  return { from, products: new Map([...products].filter(([stepId]) => reusable.has(stepId))) }
}

function planned(ctx: Pick<Ctx, 'providers'>, recipe: Recipe, job: Pick<JobRow, 'inputs'>) {
  const expand = (step: RecipeStep) => [promptOf(job, step), paramsOf(ctx, job, step)]
  return { recipe, inputs: job.inputs, expand }
}
