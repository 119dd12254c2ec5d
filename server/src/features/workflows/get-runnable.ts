import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getListed, getVersion } from './queries.ts'
import type { Recipe } from './rules-recipe.ts'
import { unavailableReason } from './unavailable-reason.ts'

/** The refusal for a caller who has paid for a run. */
export const TAKEN_DOWN = 'This recipe was taken down. Nothing was charged: release your payment.'

/** The refusal of a new run. */
export const PAUSED = 'Back soon: its creator has paused this recipe, so no new run starts.'

/** A workflow version that may run now. */
export interface Runnable {
  workflowId: string
  version: number
  ownerId: string
  name: string
  price: number
  cost: number
  recipe: Recipe
}

export async function getRunnable(
  ctx: Ctx,
  workflowId: string,
  paidVersion?: number,
): Promise<Runnable> {
  const { row, version } =
    paidVersion === undefined
      ? await getListed(ctx, workflowId)
      : await getVersion(ctx, workflowId, paidVersion)
  if (row.hiddenAt) {
    throw paidVersion === undefined
      ? new AppError('not_found', 'This recipe may have been deleted or does not exist.')
      : new AppError('gone', TAKEN_DOWN)
  }
  if (row.state === 'paused' && paidVersion === undefined) throw new AppError('conflict', PAUSED)
  const missing = unavailableReason(
    ctx,
    version.recipe.steps.map((step) => step.provider),
  )
  if (missing) throw new AppError('provider_unavailable', missing)
  return {
    workflowId: row.id,
    version: version.version,
    ownerId: row.ownerId,
    name: version.recipe.name,
    price: version.price,
    cost: version.cost,
    recipe: version.recipe,
  }
}
