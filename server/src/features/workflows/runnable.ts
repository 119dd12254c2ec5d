import { readGenerationTimeMs } from '@vignette/contract/generation-time.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineProcessPart, keepRecent } from '../../platform/process-state.ts'
import { type WorkflowRow, workflows } from '../../schema/workflows.ts'
import { estimateCost } from './estimate-cost.ts'
import { ownServerReason } from './own-server.ts'
import { launchOf } from './price.ts'
import { unavailableReason } from './recipe-providers.ts'
import type { Recipe } from './rules-recipe.ts'
import { getListed, getVersion } from './workflow.ts'

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
  const missing =
    unavailableReason(ctx, version.recipe.steps) ??
    (await ownServerReason(ctx, row.ownerId, version.recipe))
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

type Timed = Pick<WorkflowRow, 'generationTime'> &
  Partial<Pick<WorkflowRow, 'measuredTimeMs' | 'lastRunsDelivered'>>

/** The milliseconds that a run takes: of the live version as measured, else as the recipe states. */
export function timeOf({ generationTime, measuredTimeMs }: Timed): number {
  return measuredTimeMs ?? readGenerationTimeMs(generationTime)
}

/** What half of the last delivered runs of the live version took at most; absent before ten have ended. */
export function measuredOf({
  measuredTimeMs,
  lastRunsDelivered,
}: Pick<WorkflowRow, 'measuredTimeMs' | 'lastRunsDelivered'>) {
  if (measuredTimeMs === null) return {}
  return { measured_time: { seconds: measuredTimeMs / 1000, runs: lastRunsDelivered } }
}

const PAUSED = 'Its creator has paused this recipe, so no new remix starts now.'
const FAILING = 'Its last remixes failed, so no new remix starts until one works again.'
const WITHOUT_MODEL =
  'The vendor of a model that it uses no longer offers that model, so no new remix starts. Its creator can publish a new version.'

type Facts = Pick<WorkflowRow, 'state' | 'failingAt' | 'goneModel'>

/**
 * Why a workflow starts no new run: its creator's pause, a model that is gone, or failing runs;
 * undefined where it does. Only the creator reads which model it is.
 */
export function whyClosed(row: Facts, toOwner = false): string | undefined {
  if (row.state === 'paused') return PAUSED
  if (row.goneModel !== null) return toOwner ? describeGoneModel(row.goneModel) : WITHOUT_MODEL
  return row.failingAt ? FAILING : undefined
}

export const describeGoneModel = (model: string) =>
  `Its vendor no longer offers the model ${model}, so no new remix starts. Publish a new version with another model.`

const VERSIONS = 2_000
const estimates = defineProcessPart(() => keepRecent<number>(VERSIONS))

/**
 * Why a workflow starts no new run since its vendors became dearer, so that no buyer meets that in a
 * run that fails; the creator reads what a run costs. A version never changes, and the server learns
 * vendors' prices when it starts, so that each process estimates a version once.
 */
export function whyTooDear(
  ctx: Pick<Ctx, 'providers' | 'process'>,
  { workflowId, version, recipe }: { workflowId: string; version: number; recipe: Recipe },
  toOwner: boolean,
): string | undefined {
  const isCostly = recipe.steps.some(({ provider }) => ctx.providers.find(provider)?.costsOperator)
  if (!isCostly) return undefined
  const known = ctx.process.of(estimates)
  const key = `${workflowId} ${version}`
  const cents = known.get(key) ?? known.set(key, estimateCost(ctx, recipe).cents)
  if (cents <= recipe.cost) return undefined
  return toOwner
    ? `A remix may cost ${formatCents(cents)} now, more than the ${formatCents(recipe.cost)} that this version declares, so no new remix starts. Publish a new version with that cost.`
    : 'A remix costs more than it did, so no new remix starts. Its creator can publish a new version.'
}

/**
 * Refuses a run of a workflow that was closed since the caller's first look; a run that was paid
 * before still starts, unless an admin hid the workflow. No closing commits until the transaction
 * ends.
 */
export async function assertOpen(tx: TxCtx, id: string, isPaid: boolean): Promise<void> {
  const closed = await findClosed(tx, id)
  if (!closed || (isPaid && closed !== 'hidden')) return
  if (isPaid) throw new AppError('gone', TAKEN_DOWN)
  if (closed === 'paused') throw new AppError('conflict', PAUSED)
  if (closed === 'without its model') throw new AppError('conflict', WITHOUT_MODEL)
  if (closed === 'failing') throw new AppError('conflict', FAILING)
  throw new AppError('not_found', 'This recipe may have been deleted or does not exist.')
}

type Closed = 'paused' | 'failing' | 'without its model' | 'hidden' | 'taken down'

/** Why a workflow starts no new run, if so; the answer holds until the transaction ends. */
export async function findClosed(tx: TxCtx, id: string): Promise<Closed | undefined> {
  const [row] = await tx.db
    .select({
      state: workflows.state,
      failingAt: workflows.failingAt,
      goneModel: workflows.goneModel,
      hiddenAt: workflows.hiddenAt,
      deletedAt: workflows.deletedAt,
    })
    .from(workflows)
    .where(eq(workflows.id, id))
    .for('key share')
  if (row?.deletedAt) return 'taken down'
  if (row?.hiddenAt) return 'hidden'
  if (row?.state === 'paused') return 'paused'
  if (row?.goneModel) return 'without its model'
  return row?.failingAt ? 'failing' : undefined
}
