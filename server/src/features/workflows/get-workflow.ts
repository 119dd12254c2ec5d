import type { RecipeDocument, WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { documentOf } from './document-of.ts'
import { getListed, getOwn } from './queries.ts'
import { viewWorkflow } from './view-workflow.ts'

export async function getWorkflow(ctx: Ctx, id: string): Promise<WorkflowView> {
  const { row, version } = await getListed(ctx, id)
  const samples = await viewMediaOf(ctx, [row.sampleMediaId])
  return viewWorkflow(ctx, row, version.recipe, samples.get(row.sampleMediaId ?? ''))
}

/** The whole document again, in the form in which it can be published. */
export async function getWorkflowSource(ctx: Ctx, id: string): Promise<RecipeDocument> {
  const { row, version } = await getOwn(ctx, id)
  return documentOf(version.recipe, row.ownerId)
}
