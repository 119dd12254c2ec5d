import type { TxCtx } from '../../ctx.ts'
import type { Recipe } from './rules-recipe.ts'
import type { WorkflowRow } from './tables.ts'
import { viewSamples } from './view-samples.ts'
import { viewWorkflow } from './view-workflow.ts'

export async function viewWith(tx: TxCtx, row: WorkflowRow, recipe: Recipe) {
  const samples = await viewSamples(tx, [row.sampleMediaId])
  return viewWorkflow(tx, row, recipe, samples.get(row.sampleMediaId ?? ''))
}
