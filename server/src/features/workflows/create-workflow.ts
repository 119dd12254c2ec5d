import { DEFAULT_GENERATION_SECONDS } from '@vignette/contract/limits.ts'
import type { RecipeDocument, SentDocument } from '@vignette/contract/recipe-document.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { assertTerms } from './assert-terms.ts'
import { findPassedTests } from './passed-tests.ts'
import { publishWorkflow } from './publish-workflow.ts'
import { readPublishable } from './read-publishable.ts'
import { readRecipe, refuseRecipe } from './read-recipe.ts'
import { getOwn, getVersion } from './workflow.ts'
import { documentOf } from './workflow-source.ts'

export async function createWorkflow(
  ctx: Ctx,
  { accept_creator_terms: accepts, ...document }: SentDocument,
): Promise<WorkflowView> {
  const recipe = await readPublishable(ctx, await fillTime(ctx, document))
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await assertTerms(tx, { ownerId: owner.id, accepts })
    const made = await publishWorkflow(tx, { owner, recipe })
    return { ...made, user_id: document.user_id ?? made.user_id }
  })
}

/** Publishes a new version of the caller's workflow. */
export async function updateWorkflow(
  ctx: Ctx,
  id: string,
  { accept_creator_terms: accepts, ...document }: SentDocument,
): Promise<WorkflowView> {
  const recipe = await readPublishable(ctx, await fillTime(ctx, document, id))
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await assertTerms(tx, { ownerId: owner.id, accepts })
    const made = await publishWorkflow(tx, { owner, recipe, workflowId: id })
    return { ...made, user_id: document.user_id ?? made.user_id }
  })
}

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

/** Fills in a time that the document leaves out: as its tests took, else as the live version says. */
async function fillTime(
  ctx: Ctx,
  sent: SentDocument,
  workflowId?: string,
): Promise<RecipeDocument> {
  const { generation_time } = sent
  if (generation_time !== undefined) return { ...sent, generation_time }
  const ownerId = requireVisitor(ctx).id
  const recipe = readRecipe(ctx, { ...sent, generation_time: DEFAULT_GENERATION_SECONDS })
  const passed = await findPassedTests(ctx, { ownerId, recipe })
  if (passed) return { ...sent, generation_time: passed.generationTimeMs }
  if (!workflowId) throw refuseRecipe([NOT_MEASURED])
  const { version } = await getOwn(ctx, workflowId)
  return { ...sent, generation_time: version.recipe.generationTime }
}

const NOT_MEASURED = {
  path: 'generation_time',
  message: 'is missing, and no test of this recipe has measured it',
}
