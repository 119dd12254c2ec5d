import type { TxCtx } from '../../ctx.ts'
import { bytesOf } from './bytes-of.ts'
import type { Recipe } from './rules-recipe.ts'
import { type WorkflowRow, workflowVersions } from './tables.ts'

export async function writeVersion(
  tx: TxCtx,
  row: Pick<WorkflowRow, 'id' | 'version'>,
  {
    recipe,
    note,
    creatorTerms,
  }: { recipe: Recipe; note?: string | null | undefined; creatorTerms: string | null },
) {
  const { price, cost, license } = recipe
  await tx.db.insert(workflowVersions).values({
    workflowId: row.id,
    version: row.version,
    recipe,
    price,
    cost,
    license,
    bytes: bytesOf(recipe),
    note: note?.trim() || null,
    creatorTerms,
    createdAt: tx.clock.now(),
  })
}
