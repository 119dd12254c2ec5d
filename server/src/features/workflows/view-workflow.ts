import type { MediaView } from '@vignette/contract/entities.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import {
  LAST_RUNS,
  type LastRuns,
  type WorkflowCard,
  type WorkflowView,
} from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { ownIdOf } from '../identity/index.ts'
import { describeLastRuns } from './describe-last-runs.ts'
import { launchOf } from './launch-of.ts'
import { offeredProof } from './offered-proof.ts'
import { outputSizeOf } from './output-size-of.ts'
import type { Recipe } from './rules-recipe.ts'
import { stateOf } from './state-of.ts'
import type { WorkflowRow } from './tables.ts'
import { measuredOf } from './time-of.ts'
import { unavailableReason } from './unavailable-reason.ts'
import type { SampleView } from './view-sample.ts'
import { whyClosed } from './why-closed.ts'
import { whyNotForSale } from './why-not-for-sale.ts'
import { whyTooDear } from './why-too-dear.ts'

export function viewCard(
  ctx: Pick<Ctx, 'caller' | 'clock'>,
  row: WorkflowRow,
  sample: MediaView | undefined,
  before?: MediaView,
): WorkflowCard {
  const isOwner = ctx.caller.principal?.id === row.ownerId
  const launch = launchOf(ctx, row)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    user_id: isOwner ? (ownIdOf(ctx) ?? row.ownerId) : row.ownerId,
    creator_handle: row.handle,
    price: row.price,
    ...(launch && { launch }),
    generation_time: row.generationTime,
    ...measuredOf(row),
    output_type: row.outputType,
    license: row.license,
    sample_creation_url: sample?.url ?? null,
    sample: sample ?? null,
    ...(before && { sample_before: before }),
    created_at: row.createdAt.toISOString(),
    remix_count: row.remixCount,
    kept: row.proofsEnded < PROOF.toldFrom ? null : { kept: row.proofsKept, of: row.proofsEnded },
    last_runs: lastRunsOf(row),
    ...(!row.tested && { untested: 'Not tested yet' }),
    ...(row.hiddenAt && { hidden: true }),
    ...(isOwner ? { state: stateOf(row) } : whyClosed(row) && { paused: true }),
    ...(row.failingAt && { failing: true }),
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
    whyClosed(row, isOwner) ??
    whyTooDear(ctx, { workflowId: row.id, version: row.version, recipe }, isOwner) ??
    whyNotForSale(
      ctx,
      { price: launchOf(ctx, row)?.price ?? row.price, cost: recipe.cost },
      isOwner,
    )
  return {
    ...viewCard(ctx, row, sample?.media, sample?.before),
    ...(sample?.run && { sample_run: sample.run }),
    version: row.version,
    category: row.category,
    tags: row.tags,
    updated_at: row.updatedAt.toISOString(),
    inputs: recipe.inputs,
    steps: recipe.steps.map((step) => ({ id: step.id, function_type: step.functionType })),
    output_step_id: recipe.output,
    output: recipe.output,
    output_size: outputSizeOf(ctx, recipe),
    proof: offeredProof(ctx, recipe),
    unavailable: unavailableReason(
      ctx,
      recipe.steps.map((step) => step.provider),
    ),
    ...(closed && { not_for_sale: closed }),
    ...(row.price > 0 && ctx.gateway.includesTax && { price_includes_tax: true }),
    ...(row.state === 'unlisted' && { unlisted: true }),
    is_owner: isOwner,
    ...(isOwner && { cost: recipe.cost }),
  }
}

type Figures = Pick<WorkflowRow, 'lastRuns' | 'lastDelivered' | 'measuredTimeMs' | 'slowTimeMs'>

/** What the newest runs of the live version delivered and took; null while too few have ended. */
function lastRunsOf(row: Figures): LastRuns | null {
  if (row.lastRuns < LAST_RUNS.toldFrom) return null
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  const told = {
    delivered: row.lastDelivered,
    of: row.lastRuns,
    p50: seconds(row.measuredTimeMs),
    p95: seconds(row.slowTimeMs),
  }
  return { ...told, words: describeLastRuns(told) }
}
