import { recipePath } from '@vignette/contract/creator-path.ts'
import type { MediaView } from '@vignette/contract/entities.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import {
  LAST_RUNS,
  type LastRuns,
  type WorkflowCard,
  type WorkflowState,
  type WorkflowView,
} from '@vignette/contract/workflows.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import type { WorkflowRow } from '../../schema/workflows.ts'
import { ownIdOf } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { recipeToPreview } from './estimate-work.ts'
import { outputSizeOf } from './output-size.ts'
import { ownServerReason, runsOnOwnServer } from './own-server.ts'
import { launchOf, NO_LAUNCH, offeredProof, whyNotForSale } from './price.ts'
import { unavailableReason } from './recipe-providers.ts'
import { filesOf, type Recipe } from './rules-recipe.ts'
import { measuredOf, TAKEN_DOWN, whyClosed, whyTooDear } from './runnable.ts'
import { findBefores, findShownRun } from './sample-run.ts'
import { describeLastRuns } from './track-record.ts'
import { type FoundWorkflow, getListedOrBought } from './workflow.ts'

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
    address: recipePath(row),
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
    kept: row.proofsEnded < PROOF.shownFrom ? null : { kept: row.proofsKept, of: row.proofsEnded },
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
function viewWorkflow(
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
    ...(recipe.outputs && { files: filesOf(recipe) }),
    proof: offeredProof(ctx, recipe),
    unavailable: unavailableReason(ctx, recipe.steps),
    ...(runsOnOwnServer(ctx, recipe) && { own_server: true as const }),
    ...(closed && { not_for_sale: closed }),
    ...(row.price > 0 && ctx.gateway.includesTax && { price_includes_tax: true }),
    ...(recipeToPreview(ctx, recipe) && { preview: true }),
    ...(row.state === 'unlisted' && { unlisted: true }),
    is_owner: isOwner,
    ...(isOwner && { cost: recipe.cost }),
  }
}

type Figures = Pick<WorkflowRow, 'lastRuns' | 'lastRunsDelivered' | 'measuredTimeMs' | 'slowTimeMs'>

/** What the newest runs of the live version delivered and took; null while too few have ended. */
function lastRunsOf(row: Figures): LastRuns | null {
  if (row.lastRuns < LAST_RUNS.shownFrom) return null
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  const told = {
    delivered: row.lastRunsDelivered,
    of: row.lastRuns,
    p50: seconds(row.measuredTimeMs),
    p95: seconds(row.slowTimeMs),
  }
  return { ...told, words: describeLastRuns(told) }
}

export async function getWorkflow(ctx: Ctx, id: string): Promise<WorkflowView> {
  const found = await getListedOrBought(ctx, id)
  if (found.bought) return viewBought(ctx, found)
  const { row, version } = found
  const sample = await viewSample(ctx, row.sampleMediaId)
  const view = viewWorkflow(ctx, row, version.recipe, sample)
  const lost = view.unavailable ?? (await ownServerReason(ctx, row.ownerId, version.recipe))
  return { ...view, unavailable: lost }
}

/** A deleted workflow stays visible to a caller who has paid for a run, to run it or get a refund. */
function viewBought(ctx: Ctx, { row, version }: FoundWorkflow): WorkflowView {
  const sold = { ...row, ...NO_LAUNCH, version: version.version, price: version.price }
  const view = { ...viewWorkflow(ctx, sold, version.recipe, undefined), withdrawn: true }
  // A workflow that moderation has hidden is not shown and does not run.
  return row.hiddenAt ? { ...view, description: '', unavailable: TAKEN_DOWN } : view
}

/** Views many workflows with as many queries as one. */
export async function viewCards(ctx: Ctx, rows: readonly WorkflowRow[]): Promise<WorkflowCard[]> {
  const pictures = rows.flatMap(({ sampleMediaId, outputKind }) =>
    sampleMediaId && outputKind === 'image' ? [sampleMediaId] : [],
  )
  const befores = await findBefores(ctx, pictures)
  const files = await viewMediaOf(ctx, [
    ...rows.map(({ sampleMediaId }) => sampleMediaId),
    ...befores.values(),
  ])
  return rows.map((row) => {
    const sample = row.sampleMediaId ?? ''
    return viewCard(ctx, row, files.get(sample), files.get(befores.get(sample) ?? ''))
  })
}

export async function viewWith(tx: TxCtx, row: WorkflowRow, recipe: Recipe) {
  const sample = await viewSample(tx, row.sampleMediaId)
  return viewWorkflow(tx, row, recipe, sample)
}

interface SampleView {
  media: MediaView
  before: MediaView | undefined
  run: WorkflowView['sample_run']
}

/** A recipe's sample with the public run that made it. */
async function viewSample(ctx: Ctx, mediaId: string | null): Promise<SampleView | undefined> {
  if (mediaId === null) return undefined
  const run = await findShownRun(ctx, mediaId)
  const found = await viewMediaOf(ctx, [mediaId, run?.beforeId ?? null])
  const media = found.get(mediaId)
  if (!media) return undefined
  return {
    media,
    before: media.kind === 'image' ? found.get(run?.beforeId ?? '') : undefined,
    run: run && { creation_id: run.creationId, inputs: run.inputs },
  }
}

/** Where a workflow stands for its creator: an admin's decision outweighs the creator's. */
export function stateOf(row: Pick<WorkflowRow, 'state' | 'hiddenAt' | 'deletedAt'>): WorkflowState {
  if (row.deletedAt) return 'taken_down'
  return row.hiddenAt ? 'hidden' : row.state
}
