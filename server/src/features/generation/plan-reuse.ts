import type { UserInputs } from '@vignette/contract/creations.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { sortedJson } from '../../platform/sorted-json.ts'
import { type JobRow, jobSteps } from '../../schema/generation.ts'
import { findMedia } from '../media/index.ts'
import {
  dependenciesOf,
  type ReadyInputs,
  type Recipe,
  type RecipeStep,
  spreadCopies,
  writtenId,
} from '../workflows/index.ts'
import { getRecipeOf } from './job-recipe.ts'
import { getOwnTest } from './recipe-test.ts'
import { paramsOf, promptOf } from './step.ts'

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
    planned(ctx, spreadCopies(test.recipe, test.inputs.values), { inputs: test.inputs.values }),
    { made: new Set(products.keys()), from: fromStep },
  )
  return { from, products: new Map([...products].filter(([stepId]) => reusable.has(stepId))) }
}

function planned(ctx: Pick<Ctx, 'providers'>, recipe: Recipe, job: Pick<JobRow, 'inputs'>) {
  const expand = (step: RecipeStep) => [promptOf(job, step), paramsOf(ctx, job, step)]
  return { recipe, inputs: job.inputs, expand }
}

/** A run as its steps see it: the recipe, and the step's prompt and params with this run's inputs. */
interface PlannedRun {
  recipe: Recipe
  inputs: UserInputs
  expand: (step: RecipeStep) => unknown
}

/**
 * The steps whose products of an earlier run can stand for this run: their definition, prompt,
 * params and files have not changed, and neither the step nor a step it needs must run again.
 */
function listReusable(
  before: PlannedRun,
  now: PlannedRun,
  { made, from }: { made: ReadonlySet<string>; from: string | undefined },
): Set<string> {
  const known = new Map<string, boolean>()

  function isReusable(id: string): boolean {
    const decided = known.get(id)
    if (decided !== undefined) return decided
    // Also ends a circle, which a valid recipe does not have.
    known.set(id, false)
    const step = now.recipe.steps.find((one) => one.id === id)
    const old = before.recipe.steps.find((one) => one.id === id)
    const reusable =
      step !== undefined &&
      old !== undefined &&
      writtenId(id) !== from &&
      made.has(id) &&
      sortedJson([step, now.expand(step)]) === sortedJson([old, before.expand(old)]) &&
      dependenciesOf(step).every((name) => isSame(name))
    known.set(id, reusable)
    return reusable
  }

  function isSame(name: string): boolean {
    if (now.recipe.steps.some((step) => step.id === name)) return isReusable(name)
    return sortedJson(now.inputs[name] ?? null) === sortedJson(before.inputs[name] ?? null)
  }

  return new Set(now.recipe.steps.map((step) => step.id).filter(isReusable))
}
