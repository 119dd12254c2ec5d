import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { keepRecent } from '../../platform/keep-recent.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { getRecipe, type Recipe } from '../workflows/index.ts'
import { isRemix, type JobRow, testedDocuments } from './tables.ts'

const RECIPES = 100
const tested = defineProcessPart(() => keepRecent<Recipe>(RECIPES))

/** The recipe that a job runs: a workflow's version, or the text of a test. */
export async function getRecipeOf(ctx: Ctx, job: JobRow): Promise<Recipe> {
  if (isRemix(job)) return getRecipe(ctx, job.workflowId, job.workflowVersion)
  const hash = job.documentHash ?? ''
  const known = ctx.process.of(tested)
  const found = known.get(hash)
  if (found) return found
  const [row] = await ctx.db.select().from(testedDocuments).where(eq(testedDocuments.hash, hash))
  if (!row) throw new Error('the text of a test is gone')
  return known.set(hash, row.recipe)
}
