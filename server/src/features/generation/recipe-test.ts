import { TESTS } from '@vignette/contract/test-limits.ts'
import type { ListedTest, TestView } from '@vignette/contract/tests.ts'
import { and, asc, desc, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isRemix, type JobRow, jobSteps, jobs } from '../../schema/generation.ts'
import { findTestable, getOwnDraft } from '../drafts/index.ts'
import { requireVisitor } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { filesIn, getOwn, hashRecipe } from '../workflows/index.ts'
import { getOwnJob } from './job.ts'
import { getRecipeOf } from './job-recipe.ts'
import { viewRunSteps, viewTest, viewTestHead } from './view-test.ts'

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
    ...Object.values(job.inputs).flatMap(filesIn),
  ])
  return viewTest(job, { recipe, steps, media })
}

/** A test of another creator is answered as not found. */
export async function getOwnTest(ctx: Ctx, id: string): Promise<JobRow> {
  const job = await getOwnJob(ctx, id)
  if (isRemix(job)) throw new AppError('not_found', 'There is no such test.')
  return job
}

/** The last tests of the caller's own draft, and those that ran the same text elsewhere. */
export async function listDraftTests(ctx: Ctx, id: string): Promise<{ tests: ListedTest[] }> {
  const draft = await getOwnDraft(ctx, id)
  const read = findTestable(ctx, draft)
  const hash = read.ok ? hashRecipe(read.recipe) : undefined
  const ofDraft = eq(jobs.draftId, draft.id)
  return listTests(
    ctx,
    hash === undefined ? ofDraft : or(ofDraft, eq(jobs.documentHash, hash)),
    hash,
  )
}

/** The last tests of the caller's own workflow, those of its drafts included. */
export async function listWorkflowTests(ctx: Ctx, id: string): Promise<{ tests: ListedTest[] }> {
  const { row, version } = await getOwn(ctx, id)
  const hash = hashRecipe(version.recipe)
  // The draft of a new workflow was tested before the workflow had an id.
  return listTests(ctx, or(eq(jobs.workflowId, row.id), eq(jobs.documentHash, hash)), hash)
}

/** The caller's last tests under this condition, newest first; `current` ones ran the text of this hash. */
async function listTests(
  ctx: Ctx,
  which: SQL | undefined,
  hash: string | undefined,
): Promise<{ tests: ListedTest[] }> {
  const owner = requireVisitor(ctx)
  const rows = await ctx.db
    .select()
    .from(jobs)
    .where(and(jobs.test, isNotNull(jobs.documentHash), eq(jobs.ownerId, owner.id), which))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(TESTS.listed)
  const ids = rows.map((row) => row.id)
  const steps =
    ids.length === 0 ? [] : await ctx.db.select().from(jobSteps).where(inArray(jobSteps.jobId, ids))
  const tests: ListedTest[] = []
  for (const row of rows) {
    const own = steps.filter((step) => step.jobId === row.id)
    const recipe = await getRecipeOf(ctx, row)
    tests.push({
      ...viewTestHead(row, own),
      output_step_id: recipe.output,
      steps: viewRunSteps(recipe, own),
      current: row.documentHash === hash,
    })
  }
  return { tests }
}
