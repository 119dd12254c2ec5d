import type { Ctx } from '../../ctx.ts'
import { type CreationRow, listSeenCreations } from '../creations/index.ts'
import { listSeenWorkflows, type WorkflowRow } from '../workflows/index.ts'
import type { ItemRow } from './tables.ts'

export interface Seen {
  creations: CreationRow[]
  workflows: WorkflowRow[]
}

/**
 * What the caller may see of these items without the collection. An unlisted recipe, which opens by
 * its address alone, is shown to the person who saved it.
 */
export async function findSeen(
  ctx: Ctx,
  items: readonly Pick<ItemRow, 'subjectType' | 'subjectId'>[],
  { unlisted }: { unlisted: boolean },
): Promise<Seen> {
  const idsOf = (type: ItemRow['subjectType']) =>
    items.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId)
  const creations = await listSeenCreations(ctx, idsOf('creation'))
  const workflows = await listSeenWorkflows(ctx, idsOf('workflow'), { unlisted })
  return { creations, workflows }
}
