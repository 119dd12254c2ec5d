import type { RecipeDocument } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { documentOf } from './document-of.ts'
import { getOwn } from './queries.ts'

/** The whole document in the form in which it can be published. */
export async function getWorkflowSource(ctx: Ctx, id: string): Promise<RecipeDocument> {
  const { row, version } = await getOwn(ctx, id)
  return documentOf(version.recipe, row.ownerId)
}
