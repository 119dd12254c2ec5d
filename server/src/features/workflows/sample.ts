import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { creations } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'
import { workflows } from '../../schema/workflows.ts'
import {
  markMediaUsed,
  mediaIdOf,
  ownPathOf,
  releaseMedia,
  resolveUsableMedia,
  setMediaVisibility,
  syncMediaAccess,
} from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { refuseRecipe } from './read-recipe.ts'
import type { Recipe } from './rules-recipe.ts'
import { isDelivered } from './sample-run.ts'
import { viewWith } from './view-workflow.ts'
import { announceWorkflows, lockOwn } from './workflow.ts'

const path = 'sample_creation_url'
const WHAT_IT_IS = 'must be the address of a creation or a file on this site.'

/**
 * The recipe without a sample that is kept elsewhere: this server could not check, scale or delete such
 * a file. The note tells the creator.
 */
export function dropForeignSample(
  ctx: Pick<Ctx, 'origin'>,
  recipe: Recipe,
): { recipe: Recipe; notes?: [string] } {
  const address = recipe.sampleCreationUrl
  if (!address || ownPathOf(ctx, address) !== undefined) return { recipe }
  return {
    recipe: { ...recipe, sampleCreationUrl: null },
    notes: [`${path} was left out: it ${WHAT_IT_IS}`],
  }
}

/** Sets a creation or upload of the caller's own as the sample, which makes the file public. */
export async function setSample(tx: TxCtx, recipe: Recipe): Promise<string | null> {
  const address = recipe.sampleCreationUrl
  if (!address) return null
  const reference = await findSampleFile(tx, address)
  if (!reference) throw refuseRecipe([{ path, message: WHAT_IT_IS }])
  const row = await resolveUsableMedia(tx, { path, kind: recipe.outputKind, reference })
  await assertShowable(tx, path, row)
  await setMediaVisibility(tx, row.id, true)
  await markMediaUsed(tx, [row.id])
  return row.id
}

const CREATION_PAGE = /^\/creations\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/

/** The file that a sample's address names: a file of this site, or the file of a creation's page. */
export async function findSampleFile(tx: TxCtx, address: string): Promise<string | undefined> {
  const named = mediaIdOf(tx, address)
  if (named) return named
  const creationId = CREATION_PAGE.exec(ownPathOf(tx, address) ?? '')?.[1]
  if (!creationId) return undefined
  const [made] = await tx.db
    .select({ mediaId: creations.mediaId })
    .from(creations)
    .where(and(eq(creations.id, creationId), isDelivered, isNull(creations.proofUntil)))
  return made?.mediaId ?? undefined
}

/** Makes a file that was made with the caller's own workflow its sample, and the file public. */
export async function changeSample(
  tx: TxCtx,
  { id, mediaId }: { id: string; mediaId: string },
): Promise<WorkflowView> {
  const { row: before, version } = await lockOwn(tx, id)
  const path = 'sample'
  const wanted = { path, kind: version.recipe.outputKind, reference: mediaId }
  const file = await resolveUsableMedia(tx, wanted)
  await assertShowable(tx, path, file)
  await setMediaVisibility(tx, file.id, true)
  await markMediaUsed(tx, [file.id])
  const [row] = await tx.db
    .update(workflows)
    .set({ sampleMediaId: file.id, updatedAt: tx.clock.now() })
    .where(eq(workflows.id, id))
    .returning()
  if (!row) throw new Error('the sample was not written')
  if (before.sampleMediaId && before.sampleMediaId !== file.id) {
    await dropSample(tx, before.sampleMediaId)
  }
  announceWorkflows(tx, [id])
  return viewWith(tx, row, version.recipe)
}

/** Takes the sample from the caller's own workflow. */
export async function removeSample(tx: TxCtx, id: string): Promise<WorkflowView> {
  const { row: before, version } = await lockOwn(tx, id)
  if (!before.sampleMediaId) return viewWith(tx, before, version.recipe)
  const [row] = await tx.db
    .update(workflows)
    .set({ sampleMediaId: null, updatedAt: tx.clock.now() })
    .where(eq(workflows.id, id))
    .returning()
  if (!row) throw new Error('the sample was not removed')
  await dropSample(tx, before.sampleMediaId)
  announceWorkflows(tx, [id])
  return viewWith(tx, row, version.recipe)
}

/**
 * Makes a creator's own public creation the sample of a recipe without a sample. Other people's
 * creations are only suggested to the creator.
 */
export async function adoptOwnSample(
  tx: TxCtx,
  news: { workflowId: string; mediaId: string; ownerId: string },
): Promise<void> {
  const adopted = await tx.db
    .update(workflows)
    .set({ sampleMediaId: news.mediaId })
    .where(
      and(
        eq(workflows.id, news.workflowId),
        eq(workflows.ownerId, news.ownerId),
        isNull(workflows.sampleMediaId),
        sql`not exists (select from ${media} where ${media.id} = ${news.mediaId} and ${media.verdict} = 'adult')`,
      ),
    )
    .returning({ id: workflows.id })
  if (adopted.length > 0) announceSample(tx, news.workflowId)
}

/**
 * Removes samples that went private, were hidden or deleted; workflows hidden by the same ban keep
 * their sample for the ban's end.
 */
export async function clearSamples(
  tx: TxCtx,
  mediaIds: readonly string[],
  hiddenAt: Date | null = null,
): Promise<void> {
  if (mediaIds.length === 0) return
  const withdrawn = await tx.db
    .update(workflows)
    .set({ sampleMediaId: null })
    .where(
      and(
        // One array parameter, however many creations an account leaves.
        sql`${workflows.sampleMediaId} = any(${sql.param(mediaIds)}::uuid[])`,
        hiddenAt ? or(isNull(workflows.hiddenAt), ne(workflows.hiddenAt, hiddenAt)) : undefined,
      ),
    )
    .returning({ id: workflows.id })
  for (const { id } of withdrawn) announceSample(tx, id)
}

/** Called once a workflow no longer names this sample; a file without other uses is hidden and deleted. */
export async function dropSample(tx: TxCtx, mediaId: string): Promise<void> {
  await syncSampleVisibility(tx, mediaId)
  await releaseMedia(tx, [mediaId])
}

const listed = and(isNull(workflows.hiddenAt), isNull(workflows.deletedAt))

/** When a sample is no longer public, removes it from all listed workflows, those of other creators included. */
export async function syncSampleVisibility(tx: TxCtx, mediaId: string): Promise<void> {
  if (await syncMediaAccess(tx, mediaId)) return
  const withdrawn = await tx.db
    .update(workflows)
    .set({ sampleMediaId: null })
    .where(and(eq(workflows.sampleMediaId, mediaId), listed))
    .returning({ id: workflows.id })
  for (const { id } of withdrawn) announceSample(tx, id)
}

function announceSample(tx: TxCtx, workflowId: string): void {
  tx.afterCommit(() => tx.events.publish({ about: 'workflow', id: workflowId, seq: 0 }))
}
