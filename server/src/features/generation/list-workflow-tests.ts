import type { ListedTest } from '@vignette/contract/tests.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { getOwn, hashRecipe } from '../workflows/index.ts'
import { listTests } from './list-tests.ts'
import { jobs } from './tables.ts'

/** The last tests of the caller's own workflow, those of its drafts included. */
export async function listWorkflowTests(ctx: Ctx, id: string): Promise<{ tests: ListedTest[] }> {
  const { row, version } = await getOwn(ctx, id)
  return listTests(ctx, eq(jobs.workflowId, row.id), hashRecipe(version.recipe))
}
