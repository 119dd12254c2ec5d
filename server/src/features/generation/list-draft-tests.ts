import type { ListedTest } from '@vignette/contract/tests.ts'
import { eq, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { findTestable, getOwnDraft } from '../drafts/index.ts'
import { hashRecipe } from '../workflows/index.ts'
import { listTests } from './list-tests.ts'
import { jobs } from './tables.ts'

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
