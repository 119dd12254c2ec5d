import type { SentDocument } from '@vignette/contract/recipe-document.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { assertTerms } from './assert-terms.ts'
import { fillTime } from './fill-time.ts'
import { publishWorkflow } from './publish-workflow.ts'
import { readPublishable } from './read-publishable.ts'

export async function createWorkflow(
  ctx: Ctx,
  { accept_creator_terms: accepts, ...document }: SentDocument,
): Promise<WorkflowView> {
  const recipe = await readPublishable(ctx, await fillTime(ctx, document))
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await assertTerms(tx, { ownerId: owner.id, accepts })
    const made = await publishWorkflow(tx, { owner, recipe })
    return { ...made, user_id: document.user_id }
  })
}
