import type { TxCtx } from '../../ctx.ts'
import { bytesOf } from './bytes-of.ts'
import type { Recipe } from './rules-recipe.ts'
import { workflowVersions } from './tables.ts'

export async function writeVersion(tx: TxCtx, workflowId: string, version: number, recipe: Recipe) {
  const { price, cost, license } = recipe
  await tx.db.insert(workflowVersions).values({
    workflowId,
    version,
    recipe,
    price,
    cost,
    license,
    bytes: bytesOf(recipe),
    createdAt: tx.clock.now(),
  })
}
