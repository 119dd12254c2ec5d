import { RESTORABLE_DAYS } from '@vignette/contract/recipe-limits.ts'
import type { ChosenState, WorkflowView } from '@vignette/contract/workflows.ts'
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type WorkflowRow, workflows, workflowVersions } from '../../schema/workflows.ts'
import { findPrincipals, lockCaller } from '../identity/index.ts'
import { findMedia, markMediaUsed, releaseMedia } from '../media/index.ts'
import { wasRemoved } from '../moderation/index.ts'
import { giveAddress } from './address.ts'
import { tellChange, workflowEvents } from './events.ts'
import { assertRoomForWorkflow } from './publishing-limits.ts'
import { assertListable, isListable } from './recipe-providers.ts'
import { clampToLimits } from './rules-recipe.ts'
import { syncSampleVisibility } from './sample.ts'
import { viewWith } from './view-workflow.ts'
import { announceWorkflows, type FoundWorkflow, getOwn, lockOwn } from './workflow.ts'

/** The lock of the row makes a starting run or checkout either come before a pause or see it. */
export async function setWorkflowState(
  ctx: Ctx,
  id: string,
  state: ChosenState,
): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const found = await lockOwn(tx, id)
    return changeState(tx, found, { state, isNamed: owner.kind === 'user' })
  })
}

/** The same by the operator, for a recipe of anybody. */
export async function setStateOf(tx: TxCtx, id: string, state: ChosenState): Promise<void> {
  await tx.db.select({ id: workflows.id }).from(workflows).where(eq(workflows.id, id)).for('update')
  const [found] = await newest(tx.db).execute({ id })
  if (!found || found.row.deletedAt) throw new AppError('not_found', 'There is no such recipe.')
  const owner = (await findPrincipals(tx, [found.row.ownerId])).get(found.row.ownerId)
  await changeState(tx, found, { state, isNamed: owner?.kind === 'user' })
}

async function changeState(
  tx: TxCtx,
  { row, version }: FoundWorkflow,
  { state, isNamed }: { state: ChosenState; isNamed: boolean },
): Promise<WorkflowView> {
  const { id } = row
  if (state === 'listed' && row.state !== 'listed') assertListable(tx, version.recipe)
  const slug = state === 'listed' && isNamed ? await giveAddress(tx, row) : row.slug
  await tx.db.update(workflows).set({ state }).where(eq(workflows.id, id))
  if (state === 'paused') await workflowEvents.closed.emit(tx, { workflowIds: [id] })
  if (state === 'listed') await workflowEvents.listed.emit(tx, { workflowIds: [id] })
  await tellChange(tx, row, { ...row, state })
  announceWorkflows(tx, [id])
  return viewWith(tx, { ...row, slug, state }, version.recipe)
}

/** Takes a workflow down; its sample is private until the workflow comes back or the sweep frees the file. */
export async function deleteWorkflow(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row } = await lockOwn(tx, id)
    await takeDown(tx, row)
  })
}

/** The row is locked. */
export async function takeDown(
  tx: TxCtx,
  { id, sampleMediaId }: Pick<WorkflowRow, 'id' | 'sampleMediaId'>,
): Promise<void> {
  await tx.db.update(workflows).set({ deletedAt: tx.clock.now() }).where(eq(workflows.id, id))
  if (sampleMediaId) await syncSampleVisibility(tx, sampleMediaId)
  await workflowEvents.closed.emit(tx, { workflowIds: [id] })
  announceWorkflows(tx, [id])
}

/** Brings a workflow back that its creator took down, in the state that it had, with its sample if the file is left. */
export async function restoreWorkflow(ctx: Ctx, id: string): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await tx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(eq(workflows.id, id))
      .for('update')
    const { row, version } = await getOwned(tx, id)
    if (!row.deletedAt) return viewWith(tx, row, version.recipe)
    if (await wasRemoved(tx, id)) {
      throw new AppError(
        'forbidden',
        'The operator took this recipe down, so that it does not come back. If that is wrong, write to the operator and say why.',
      )
    }
    await assertRoomForWorkflow(tx, owner)
    const mayBeListed = row.state !== 'listed' || isListable(tx, version.recipe)
    const restored: WorkflowRow = {
      ...row,
      deletedAt: null,
      state: mayBeListed ? row.state : 'unlisted',
      sampleMediaId: await keepSample(tx, row.sampleMediaId),
    }
    const { deletedAt, state, sampleMediaId } = restored
    await tx.db
      .update(workflows)
      .set({ deletedAt, state, sampleMediaId })
      .where(eq(workflows.id, id))
    if (sampleMediaId) await syncSampleVisibility(tx, sampleMediaId)
    announceWorkflows(tx, [id])
    return viewWith(tx, restored, version.recipe)
  })
}

async function keepSample(tx: TxCtx, mediaId: string | null): Promise<string | null> {
  if (!mediaId || !(await findMedia(tx, [mediaId])).has(mediaId)) return null
  await markMediaUsed(tx, [mediaId])
  return mediaId
}

const DAY_MS = 86_400_000

const newest = prepared((db) =>
  db
    .select({ row: workflows, version: workflowVersions })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(eq(workflows.id, sql.placeholder('id'))),
)

/**
 * The end of the time in which the creator can bring the workflow back; undefined for a workflow
 * that was not taken down.
 */
export function restorableUntil({ deletedAt }: Pick<WorkflowRow, 'deletedAt'>): Date | undefined {
  return deletedAt ? new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS) : undefined
}

/** Workflows that were taken down before this moment stay down. */
export function restorableSince({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() - RESTORABLE_DAYS * DAY_MS)
}

/** A workflow of the caller, also one taken down that can still come back. */
export async function getOwned(ctx: Ctx, id: string): Promise<FoundWorkflow> {
  const [found] = await newest(ctx.db).execute({ id })
  const until = found && restorableUntil(found.row)
  if (!found || found.row.ownerId !== ctx.caller.principal?.id || !until) return getOwn(ctx, id)
  if (until <= ctx.clock.now()) return getOwn(ctx, id)
  const { row, version } = found
  return { row, version: { ...version, recipe: clampToLimits(version.recipe) } }
}

const BATCH = 200

export const sweepTakenDown = defineTask({
  name: 'workflows.sweep-taken-down',
  retryLimit: 2,
  cron: '40 3 * * *',
  run: runSweepTakenDown,
})

/** Gives the samples free of workflows that can no longer come back; rows and versions stay for their sales. */
async function runSweepTakenDown(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, RESTORABLE_DAYS * 24)
  for (;;) {
    const swept = await inTransaction(ctx, (tx) => sweepSome(tx, before))
    if (swept < BATCH) return
  }
}

async function sweepSome(tx: TxCtx, before: Date): Promise<number> {
  const due = await tx.db
    .select({ id: workflows.id, mediaId: workflows.sampleMediaId })
    .from(workflows)
    .where(and(lt(workflows.deletedAt, before), isNotNull(workflows.sampleMediaId)))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  if (due.length === 0) return 0
  const ids = due.map((row) => row.id)
  await tx.db.update(workflows).set({ sampleMediaId: null }).where(inArray(workflows.id, ids))
  await releaseMedia(
    tx,
    due.flatMap(({ mediaId }) => mediaId ?? []),
  )
  return due.length
}
