import type { TestWish } from '@vignette/contract/tests.ts'
import type { Ctx } from '../../ctx.ts'
import { findTestable, getOwnDraft } from '../drafts/index.ts'
import { refuseRecipe } from '../workflows/index.ts'
import { startTest } from './start-test.ts'
import { type Accepted, viewAccepted } from './view-accepted.ts'

/** Tests the text of the caller's own draft as it is saved. */
export async function testDraft(
  ctx: Ctx,
  { id, ...want }: TestWish & { id: string },
): Promise<Accepted> {
  const draft = await getOwnDraft(ctx, id)
  const read = findTestable(ctx, draft)
  if (!read.ok) throw refuseRecipe(read.faults)
  const { recipe } = read
  const tested = { recipe, workflowId: draft.workflowId, workflowVersion: null, draftId: draft.id }
  return viewAccepted(await startTest(ctx, tested, want))
}
