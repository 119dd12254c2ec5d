import type { ListedTest } from '@vignette/contract/tests.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getOwnDraft, readDraft } from '../drafts/index.ts'
import { hashRecipe } from '../workflows/index.ts'
import { listTests } from './list-tests.ts'
import { jobs } from './tables.ts'

/** The last tests of the caller's own draft. */
export async function listDraftTests(ctx: Ctx, id: string): Promise<{ tests: ListedTest[] }> {
  const draft = await getOwnDraft(ctx, id)
  return listTests(ctx, eq(jobs.draftId, draft.id), hashOf(ctx, draft))
}

/** Undefined for a text with faults, which no test has run. */
function hashOf(ctx: Ctx, draft: Parameters<typeof readDraft>[1]): string | undefined {
  try {
    return hashRecipe(readDraft(ctx, draft).recipe)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
