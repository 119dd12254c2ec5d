import type { TxCtx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import type { Recipe } from './rules-recipe.ts'
import type { WorkflowRow } from './tables.ts'
import { viewWorkflow } from './view-workflow.ts'

export async function viewWith(tx: TxCtx, row: WorkflowRow, recipe: Recipe) {
  const samples = await viewMediaOf(tx, [row.sampleMediaId])
  return viewWorkflow(tx, row, recipe, samples.get(row.sampleMediaId ?? ''))
}
