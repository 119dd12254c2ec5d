import type { Launch } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { launchOf } from './launch-of.ts'
import { getListed, getVersion } from './queries.ts'
import type { Recipe } from './rules-recipe.ts'
import { timeOf } from './time-of.ts'
import { unavailableReason } from './unavailable-reason.ts'
import { whyClosed } from './why-closed.ts'
import { whyTooDear } from './why-too-dear.ts'

/** The refusal for a caller who has paid for a run. */
export const TAKEN_DOWN = 'This recipe was taken down. Nothing was charged: release your payment.'

/** A workflow version that may run now. */
export interface Runnable {
  workflowId: string
  version: number
  ownerId: string
  name: string
  price: number
  /** The launch price, where one holds: a checkout that begins now charges this price. */
  launch?: Launch | undefined
  cost: number
  recipe: Recipe
  /** How long the run is expected to take: as measured for this version, or else as the recipe states. */
  expectedMs: number
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
  const closed = whyClosed(row)
  if (closed && paidVersion === undefined) throw new AppError('conflict', closed)
  const dear = whyTooDear(ctx, { ...version, workflowId }, false)
  if (dear && paidVersion === undefined) throw new AppError('conflict', dear)
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
    launch: paidVersion === undefined ? launchOf(ctx, row) : undefined,
    cost: version.cost,
    recipe: version.recipe,
    expectedMs: version.version === row.version ? timeOf(row) : timeOf(version.recipe),
  }
}
