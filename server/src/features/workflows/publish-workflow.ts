import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import type { Visibility, WorkflowView } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { type WorkflowRow, workflows, workflowVersions } from '../../schema/workflows.ts'
import { findAcceptedTerms, isHouse, publicHandle } from '../identity/index.ts'
import { giveAddress } from './address.ts'
import { assertTermsForPrice } from './assert-terms.ts'
import { tellChange, workflowEvents } from './events.ts'
import { findPassedTests } from './passed-tests.ts'
import { endLaunch, findPriceFault, NO_LAUNCH } from './price.ts'
import { isUnbounded, takePublishingTurn } from './publishing-limits.ts'
import { bytesOf, hashRecipe } from './read-recipe.ts'
import { assertListable } from './recipe-providers.ts'
import { faceOf, type Recipe } from './rules-recipe.ts'
import { dropForeignSample, dropSample, setSample } from './sample.ts'
import { viewWith } from './view-workflow.ts'
import { announceWorkflows, type FoundWorkflow, lockOwn } from './workflow.ts'

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
  const added = await (before ? addVersion(tx, before, write) : add(tx, write))
  const isNewName = added.slug === null || added.name !== before?.name || before.state !== 'listed'
  const row =
    state === 'listed' && owner.kind === 'user' && isNewName
      ? { ...added, slug: await giveAddress(tx, added) }
      : added
  await writeVersion(tx, row, { ...wish, recipe, creatorTerms })
  if (!before && state === 'listed' && !row.waiting) {
    await workflowEvents.listed.emit(tx, { workflowIds: [row.id] })
  }
  if (before) await tellChange(tx, before, row)
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
      lastRunsDelivered: 0,
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

/** Refuses to publish over a version that the caller has not seen. */
function assertLive({ version }: Pick<WorkflowRow, 'version'>, seen?: number): void {
  if (seen === undefined || seen === version) return
  throw new AppError(
    'version_changed',
    `Version ${version} is live, and you have seen version ${seen}. Look at what version ${version} has changed, then publish again.`,
  )
}

interface New {
  ownerId: string
  recipe: Recipe
  /** The version that the new one replaces, if any. */
  before: FoundWorkflow | undefined
}

/**
 * Whether a new version runs what has delivered before: in a test, or as the version before, where
 * only texts or the price change. The product's own tests run the recipes of the house.
 */
async function isTested(tx: TxCtx, { ownerId, recipe, before }: New): Promise<boolean> {
  if (before?.row.tested && hashRecipe(before.version.recipe) === hashRecipe(recipe)) return true
  if (await findPassedTests(tx, { ownerId, recipe })) return true
  return isHouse(tx, ownerId)
}

async function writeVersion(
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

/** Limits the number of versions, since every version is kept for the creations and sales that name it. */
async function assertRoomForVersion(tx: TxCtx, creator: Principal, recipe: Recipe): Promise<void> {
  if (isUnbounded(tx, creator)) return
  const [counted] = await tx.db
    .select({
      bytes: sql<number>`coalesce(sum(coalesce(${workflowVersions.bytes}, octet_length(${workflowVersions.recipe}::text))), 0)::int`,
    })
    .from(workflowVersions)
    .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
    .where(eq(workflows.ownerId, creator.id))
  if ((counted?.bytes ?? 0) + bytesOf(recipe) <= PUBLISHING.creatorBytes) return
  throw new AppError(
    'quota_exceeded',
    `All versions of your recipes together may take up ${PUBLISHING.creatorBytes / MEGABYTE} MB, and this one would go beyond. You can publish again once the operator has approved you as a creator.`,
  )
}
