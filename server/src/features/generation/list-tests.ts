import { TESTS } from '@vignette/contract/test-limits.ts'
import type { ListedTest } from '@vignette/contract/tests.ts'
import { and, desc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { getRecipeOf } from './get-recipe-of.ts'
import { jobSteps, jobs } from './tables.ts'
import { viewRunSteps, viewTestHead } from './view-test.ts'

/** The caller's last tests under this condition, newest first; `current` ones ran the text of this hash. */
export async function listTests(
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
