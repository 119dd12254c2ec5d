import type { Visibility, WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { findAcceptedTerms, publicHandle } from '../identity/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { assertListable } from './assert-listable.ts'
import { assertLive } from './assert-live.ts'
import { assertRoomForVersion } from './assert-room-for-version.ts'
import { assertTermsForPrice } from './assert-terms.ts'
import { dropSample } from './drop-sample.ts'
import { endLaunch, NO_LAUNCH } from './end-launch.ts'
import { workflowEvents } from './events.ts'
import { findPriceFault } from './find-price-fault.ts'
import { isTested } from './is-tested.ts'
import { lockOwn } from './lock-own.ts'
import { faceOf, type Recipe } from './rules-recipe.ts'
import { dropForeignSample, setSample } from './set-sample.ts'
import { type WorkflowRow, workflows } from './tables.ts'
import { takePublishingTurn } from './take-publishing-turn.ts'
import { viewWith } from './view-with.ts'
import { writeVersion } from './write-version.ts'

interface Publication {
  /** The caller, whose row is locked. */
  owner: Principal
  /** The answer of readPublishable. */
  recipe: Recipe
  /** The workflow that gets a new version; a new workflow where absent. */
  workflowId?: string | undefined
  note?: string | null | undefined
  /** Where absent, a new workflow is listed, and an existing workflow keeps its state. */
  visibility?: Visibility | undefined
  /** The live version that the caller has seen; the call fails where another version is live. */
  over?: number | undefined
}

/** Writes a new workflow, or the next version of one; older versions stay for the creations and sales that name them. */
export async function publishWorkflow(tx: TxCtx, wish: Publication): Promise<WorkflowView> {
  const live = wish.workflowId ? await lockOwn(tx, wish.workflowId) : undefined
  const before = live?.row
  if (before) assertLive(before, wish.over)
  const creatorTerms = await findAcceptedTerms(tx, wish.owner.id)
  assertTermsForPrice(tx, wish.recipe, creatorTerms)
  const state = wish.visibility ?? before?.state ?? 'listed'
  if (state === 'listed') assertListable(tx, wish.recipe)
  const { owner } = wish
  const { recipe, notes } = dropForeignSample(tx, wish.recipe)
  const tested = await isTested(tx, { ownerId: owner.id, recipe, before: live })
  const write = { ...wish, recipe, state, tested }
  const row = await (before ? addVersion(tx, before, write) : add(tx, write))
  await writeVersion(tx, row, { ...wish, recipe, creatorTerms })
  if (!before && state === 'listed' && !row.waiting) {
    await workflowEvents.listed.tell(tx, { workflowIds: [row.id] })
  }
  announceWorkflows(tx, [row.id])
  return { ...(await viewWith(tx, row, recipe)), ...(notes && { notes }) }
}

/**
 * Whether a launch price may go on with the new version: it must be below the new price, and not
 * below the lowest.
 */
function mayLaunchAt(tx: TxCtx, price: number, recipe: Recipe): boolean {
  return price < recipe.price && !findPriceFault(tx, { price, cost: recipe.cost })
}

type Write = Publication & Pick<WorkflowRow, 'state' | 'tested'>

async function add(tx: TxCtx, { owner, recipe, state, tested }: Write): Promise<WorkflowRow> {
  const listedAt = await takePublishingTurn(tx, owner)
  await assertRoomForVersion(tx, owner, recipe)
  const now = tx.clock.now()
  const values = {
    id: newId(),
    ownerId: owner.id,
    version: 1,
    ...faceOf(recipe),
    handle: publicHandle(owner),
    sampleMediaId: await setSample(tx, recipe),
    createdAt: now,
    listedAt,
    waiting: listedAt !== null,
    state,
    tested,
    updatedAt: now,
  }
  const [row] = await tx.db.insert(workflows).values(values).returning()
  if (!row) throw new Error('the recipe was not written')
  return row
}

async function addVersion(
  tx: TxCtx,
  before: WorkflowRow,
  { owner, recipe, state, tested }: Write,
): Promise<WorkflowRow> {
  await assertRoomForVersion(tx, owner, recipe)
  const sampleMediaId = (await setSample(tx, recipe)) ?? before.sampleMediaId
  const keepsLaunch = before.launchPrice === null || mayLaunchAt(tx, before.launchPrice, recipe)
  if (!keepsLaunch) await endLaunch(tx, before.id)
  const [row] = await tx.db
    .update(workflows)
    .set({
      ...faceOf(recipe),
      version: before.version + 1,
      ...(keepsLaunch ? {} : NO_LAUNCH),
      tested,
      // Runs of the version before say nothing about the new version.
      lastRuns: 0,
      lastDelivered: 0,
      measuredTimeMs: null,
      slowTimeMs: null,
      failingAt: null,
      goneModel: null,
      sampleMediaId,
      state,
      updatedAt: tx.clock.now(),
    })
    .where(eq(workflows.id, before.id))
    .returning()
  if (!row) throw new Error('the recipe was not written')
  if (before.sampleMediaId && before.sampleMediaId !== sampleMediaId) {
    await dropSample(tx, before.sampleMediaId)
  }
  return row
}
