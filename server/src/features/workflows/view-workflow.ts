import type { MediaView } from '@vignette/contract/entities.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import type { WorkflowCard, WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { PAUSED } from './get-runnable.ts'
import { offeredProof } from './offered-proof.ts'
import { outputSizeOf } from './output-size-of.ts'
import type { Recipe } from './rules-recipe.ts'
import { stateOf } from './state-of.ts'
import type { WorkflowRow } from './tables.ts'
import { unavailableReason } from './unavailable-reason.ts'
import type { SampleView } from './view-sample.ts'
import { whyNotForSale } from './why-not-for-sale.ts'

export function viewCard(
  ctx: Pick<Ctx, 'caller'>,
  row: WorkflowRow,
  sample: MediaView | undefined,
): WorkflowCard {
  const isOwner = ctx.caller.principal?.id === row.ownerId
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    user_id: row.ownerId,
    creator_handle: row.handle,
    price: row.price,
    generation_time: row.generationTimeMs,
    output_type: row.outputType,
    license: row.license,
    sample_creation_url: sample?.url ?? null,
    sample: sample ?? null,
    created_at: row.createdAt.toISOString(),
    remix_count: row.remixCount,
    ...(row.hiddenAt && { hidden: true }),
    ...(isOwner ? { state: stateOf(row) } : row.state === 'paused' && { paused: true }),
    ...(row.state === 'listed' &&
      row.waiting &&
      row.listedAt && { discover_from: row.listedAt.toISOString() }),
  }
}

/** Prompts, models, params and costs are the creator's secret. */
export function viewWorkflow(
  ctx: Ctx,
  row: WorkflowRow,
  recipe: Recipe,
  sample: SampleView | undefined,
): WorkflowView {
  const isOwner = ctx.caller.principal?.id === row.ownerId
  const closed =
    row.state === 'paused'
      ? PAUSED
      : whyNotForSale(ctx, { price: row.price, cost: recipe.cost }, isOwner)
  return {
    ...viewCard(ctx, row, sample?.media),
    ...(sample?.before && { sample_before: sample.before }),
    ...(sample?.run && { sample_run: sample.run }),
    version: row.version,
    updated_at: row.updatedAt.toISOString(),
    inputs: recipe.inputs,
    steps: recipe.steps.map((step) => ({ id: step.id, function_type: step.functionType })),
    output_step_id: recipe.output,
    output: recipe.output,
    output_size: outputSizeOf(ctx, recipe),
    proof: offeredProof(ctx, recipe),
    kept: row.proofsEnded < PROOF.toldFrom ? null : { kept: row.proofsKept, of: row.proofsEnded },
    unavailable: unavailableReason(
      ctx,
      recipe.steps.map((step) => step.provider),
    ),
    ...(closed && { not_for_sale: closed }),
    ...(row.price > 0 && ctx.gateway.includesTax && { price_includes_tax: true }),
    ...(row.state === 'unlisted' && { unlisted: true }),
    is_owner: isOwner,
  }
}
