import type { UserInputs } from '@vignette/contract/creations.ts'
import { labelOfValue } from '@vignette/contract/labels.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineProcessPart, keepRecent } from '../../platform/process-state.ts'
import { isRemix, type JobRow, jobs, testedDocuments } from '../../schema/generation.ts'
import { getRecipe, type Recipe, spreadCopies } from '../workflows/index.ts'

const RECIPES = 100
const tested = defineProcessPart(() => keepRecent<Recipe>(RECIPES))

/** The recipe that a job runs, with a step for each copy: a workflow's version, or the text of a test. */
export async function getRecipeOf(ctx: Ctx, job: JobRow): Promise<Recipe> {
  return spreadCopies(await readRecipe(ctx, job), job.inputs)
}

async function readRecipe(ctx: Ctx, job: JobRow): Promise<Recipe> {
  if (isRemix(job)) return getRecipe(ctx, job.workflowId, job.workflowVersion)
  const hash = job.documentHash ?? ''
  const known = ctx.process.of(tested)
  const found = known.get(hash)
  if (found) return found
  const [row] = await ctx.db.select().from(testedDocuments).where(eq(testedDocuments.hash, hash))
  if (!row) throw new Error('the text of a test is gone')
  return known.set(hash, row.recipe)
}

/** The options that a run took, by their labels: the creator wrote them, so they say nothing of a buyer. */
export function namesChosen(
  inputs: readonly WorkflowInput[],
  given: UserInputs,
): { label: string; value: string }[] {
  return inputs.flatMap((input) => {
    const value = given[input.key]
    if (input.step_type !== 'select' || typeof value !== 'string' || value === '') return []
    return [{ label: input.display_name, value: labelOfValue(input, value) }]
  })
}

/**
 * The id of the step that a run is in, or at which it failed; null before the first step and for a
 * delivered run.
 */
export const stuckStep = sql<string | null>`case when ${jobs.status} = 'COMPLETED' then null else (
  select step.step_id from job_steps step
  where step.job_id = ${jobs.id} and step.state <> 'done' and step.started_at is not null
  order by step.started_at desc, step.position limit 1) end`
