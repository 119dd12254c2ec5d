import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { type CreationRow, creationFiles, creations } from '../../schema/creations.ts'
import { handOverMedia, markMediaUsed, setMediaVisibility } from '../media/index.ts'
import {
  adoptOwnSample,
  filesIn,
  type ReadyInputs,
  type Runnable,
  recordRemix,
} from '../workflows/index.ts'
import { isShown } from './creation.ts'
import { addParts, listFiles } from './part.ts'

/** Creates the row that a job will fill; invisible until delivered. */
export async function reserveCreation(
  tx: TxCtx,
  want: {
    ownerId: string
    runnable: Runnable
    inputs: ReadyInputs
    public: boolean
    test: boolean
    paymentId: string | null
    termsVersion: string
    shareInputs?: boolean
    /** The creation that the maker began with. */
    madeFrom?: string | null
  },
): Promise<CreationRow> {
  const now = tx.clock.now()
  const [row] = await tx.db
    .insert(creations)
    .values({
      id: newId(),
      workflowId: want.runnable.workflowId,
      workflowVersion: want.runnable.version,
      ownerId: want.ownerId,
      inputs: want.inputs.values,
      public: want.public && !(want.test && want.paymentId === null),
      test: want.test,
      shareInputs: want.shareInputs ?? false,
      madeFrom: want.madeFrom ?? null,
      termsVersion: want.termsVersion,
      termsAcceptedAt: now,
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('the creation was not written')
  const files = Object.entries(want.inputs.values).flatMap(([inputKey, value]) =>
    [...new Set(filesIn(value))].map((mediaId) => ({ creationId: row.id, inputKey, mediaId })),
  )
  if (files.length > 0) await tx.db.insert(creationFiles).values(files)
  await markMediaUsed(
    tx,
    files.map((file) => file.mediaId),
  )
  return row
}

/** Makes the stored and checked files the creation's own; a second call changes nothing. */
export async function deliverCreation(
  tx: TxCtx,
  news: { creationId: string; mediaIds: readonly string[]; mayBePublic: boolean },
): Promise<CreationRow> {
  const { creationId, mediaIds } = news
  const [row] = await tx.db
    .update(creations)
    .set({
      mediaId: mediaIds[0],
      fileCount: mediaIds.length,
      deliveredAt: tx.clock.now(),
      ...(news.mayBePublic ? {} : { public: false }),
    })
    .where(and(eq(creations.id, creationId), isNull(creations.deliveredAt)))
    .returning()
  if (!row) throw new Error('this creation was delivered before')
  await addParts(
    tx,
    creationId,
    mediaIds.map((mediaId) => ({ mediaId })),
  )
  await showCreation(tx, row, mediaIds)
  return row
}

/** Counts a creation that its owner has received, and shows it where it is public. */
export async function showCreation(
  tx: TxCtx,
  row: CreationRow,
  mediaIds: readonly string[],
): Promise<void> {
  if (isShown(row)) for (const id of mediaIds) await setMediaVisibility(tx, id, true)
  if (!row.test) {
    const { workflowId, ownerId } = row
    await recordRemix(tx, { workflowId, ownerId })
    const [mediaId] = mediaIds
    if (isShown(row) && mediaId) await adoptOwnSample(tx, { workflowId, ownerId, mediaId })
  }
  if (isShown(row)) {
    tx.afterCommit(() => tx.events.publish({ about: 'creation', id: row.id, seq: 0 }))
  }
}

/** Marks an undelivered creation as deleted, so that its inputs are kept as long as those of a deleted one. */
export async function abandonCreation(tx: TxCtx, id: string): Promise<void> {
  await tx.db
    .update(creations)
    .set({ deletedAt: tx.clock.now() })
    .where(and(eq(creations.id, id), isNull(creations.deliveredAt), isNull(creations.deletedAt)))
}

/**
 * Gives a creation with its files to another owner; false where `from` does not own it. A file that
 * was given to other creations too stays.
 */
export async function handOverCreation(
  tx: TxCtx,
  { creationId, from, to }: { creationId: string; from: string; to: string },
): Promise<boolean> {
  const [row] = await tx.db
    .update(creations)
    .set({ ownerId: to, linkVersion: null })
    .where(
      and(eq(creations.id, creationId), eq(creations.ownerId, from), isNull(creations.deletedAt)),
    )
    .returning()
  if (!row) return false
  const others = sql`exists (select 1 from creation_files other
    where other.media_id = ${creationFiles.mediaId} and other.creation_id <> ${creationId})`
  const given = await tx.db
    .select({ id: creationFiles.mediaId })
    .from(creationFiles)
    .where(and(eq(creationFiles.creationId, creationId), sql`not ${others}`))
  const files = [...given.map(({ id }) => id), ...(await listFiles(tx, row))]
  await handOverMedia(tx, files, to)
  tx.afterCommit(() => tx.events.publish({ about: 'creation', id: creationId, seq: 0 }))
  return true
}
