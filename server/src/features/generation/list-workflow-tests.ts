import type { ListedTest } from '@vignette/contract/tests.ts'
import { eq, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { getOwn, hashRecipe } from '../workflows/index.ts'
import { listTests } from './list-tests.ts'
import { jobs } from './tables.ts'

/** The last tests of the caller's own workflow, those of its drafts included. */
export async function listWorkflowTests(ctx: Ctx, id: string): Promise<{ tests: ListedTest[] }> {
  const { row, version } = await getOwn(ctx, id)
  const hash = hashRecipe(version.recipe)
  // The draft of a new workflow was tested before the workflow had an id.
  return listTests(ctx, or(eq(jobs.workflowId, row.id), eq(jobs.documentHash, hash)), hash)
}
