import type { TxCtx } from '../../ctx.ts'
import type { Recipe } from './rules-recipe.ts'
import type { WorkflowRow } from './tables.ts'
import { viewSample } from './view-sample.ts'
import { viewWorkflow } from './view-workflow.ts'

export async function viewWith(tx: TxCtx, row: WorkflowRow, recipe: Recipe) {
  const sample = await viewSample(tx, row.sampleMediaId)
  return viewWorkflow(tx, row, recipe, sample)
}
