import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { NO_LAUNCH } from './end-launch.ts'
import { TAKEN_DOWN } from './get-runnable.ts'
import { type FoundWorkflow, getListedOrBought } from './queries.ts'
import { viewSample } from './view-sample.ts'
import { viewWorkflow } from './view-workflow.ts'

export async function getWorkflow(ctx: Ctx, id: string): Promise<WorkflowView> {
  const found = await getListedOrBought(ctx, id)
  if (found.bought) return viewBought(ctx, found)
  const { row, version } = found
  const sample = await viewSample(ctx, row.sampleMediaId)
  return viewWorkflow(ctx, row, version.recipe, sample)
}

/** A deleted workflow stays visible to a caller who has paid for a run, to run it or get a refund. */
function viewBought(ctx: Ctx, { row, version }: FoundWorkflow): WorkflowView {
  const sold = { ...row, ...NO_LAUNCH, version: version.version, price: version.price }
  const view = { ...viewWorkflow(ctx, sold, version.recipe, undefined), withdrawn: true }
  // A workflow that moderation has hidden is not shown and does not run.
  return row.hiddenAt ? { ...view, description: '', unavailable: TAKEN_DOWN } : view
}
