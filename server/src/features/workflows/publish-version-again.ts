import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { assertTerms } from './assert-terms.ts'
import { documentOf } from './document-of.ts'
import { publishWorkflow } from './publish-workflow.ts'
import { getOwn, getVersion } from './queries.ts'
import { readPublishable } from './read-publishable.ts'

interface Again {
  version: number
  note?: string | undefined
  /** Instead of the text's own time. */
  generationTime?: number
  /** The live version that the caller has seen. */
  over?: number
  /** The creator terms that the caller accepts. */
  accepts?: string | undefined
}

/** Publishes an earlier version's text as the newest version: the history stays linear, and today's rules hold. */
export async function publishVersionAgain(
  ctx: Ctx,
  id: string,
  wish: Again,
): Promise<WorkflowView> {
  const { row } = await getOwn(ctx, id)
  const { version } = await getVersion(ctx, id, wish.version)
  // The workflow keeps the sample that it has now.
  const document = { ...documentOf(version.recipe, row.ownerId), sample_creation_url: null }
  const { generationTime = version.recipe.generationTime, over } = wish
  const recipe = { ...(await readPublishable(ctx, document)), generationTime }
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await assertTerms(tx, { ownerId: owner.id, accepts: wish.accepts })
    const note = wish.note || `Version ${wish.version} again`
    return publishWorkflow(tx, { owner, recipe, workflowId: id, note, over })
  })
}
