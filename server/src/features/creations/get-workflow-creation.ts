import type { CreationView } from '@vignette/contract/creations.ts'
import type { Ctx } from '../../ctx.ts'
import { creationNotFound, getVisible } from './queries.ts'
import { viewCreation } from './view-creation.ts'

/** A creation of another workflow is answered as not found. */
export async function getWorkflowCreation(
  ctx: Ctx,
  workflowId: string,
  id: string,
  key?: string,
): Promise<CreationView> {
  const row = await getVisible(ctx, id, key)
  if (row.workflowId !== workflowId) throw creationNotFound()
  return viewCreation(ctx, row, { key })
}
