import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { type CreationRow, creationFiles, creations } from '../../schema/creations.ts'
import { type MediaRow, media } from '../../schema/media.ts'
import { syncMediaAccess } from '../media/index.ts'
import { assertShowable, requireScores } from '../moderation/index.ts'
import { adoptOwnSample, announceWorkflows, clearSamples } from '../workflows/index.ts'
import { isShown } from './creation.ts'
import { linkKey } from './link-keys.ts'
import { listShownFiles, setFileLinks } from './part.ts'

/** Brings a changed creation's file, input files and use as a sample in line with its new state. */
export async function syncCreationAccess(
  tx: TxCtx,
  before: CreationRow,
  row: CreationRow,
): Promise<void> {
  const left = isShown(before) && !isShown(row)
  const gone = (row.hiddenAt && !before.hiddenAt) || (row.deletedAt && !before.deletedAt)
  const files = await listShownFiles(tx, row)
  if (row.mediaId) {
    if (left || gone) await clearSamples(tx, files, row.hiddenAt)
    for (const id of files) await syncMediaAccess(tx, id)
    if (isShown(row) && !isShown(before)) {
      const { workflowId, ownerId, mediaId } = row
      await adoptOwnSample(tx, { workflowId, ownerId, mediaId })
    }
  }
  if ((row.hiddenAt === null) !== (before.hiddenAt === null)) {
    const key = row.hiddenAt ? null : linkKey(tx, row)
    await setFileLinks(tx, row, key && hashSecret(key))
  }
  const shares = (one: CreationRow) => isShown(one) && one.shareInputs
  if (shares(row) !== shares(before)) {
    await shareFiles(tx, row, shares(row))
    // Where the creation is the sample, its recipe shows the input picture.
    announceWorkflows(tx, [row.workflowId])
  }
  tx.afterCommit(() => tx.events.publish({ about: 'creation', id: row.id, seq: 0 }))
}

/** An input file is public while a shown creation shares it, unless moderation forbids it. */
async function shareFiles(tx: TxCtx, row: CreationRow, shared: boolean): Promise<void> {
  const files = await listOwnInputs(tx, eq(creations.id, row.id))
  if (shared) requireScores(tx, files)
  for (const file of files) {
    if (shared) await assertShowable(tx, 'share_inputs', file)
    await syncMediaAccess(tx, file.id)
  }
}

/**
 * The uploads that were given for some creations by the owner of the creation. The owner of another
 * person's public file decides about its visibility.
 */
export async function listOwnInputs(tx: TxCtx, which: SQL | undefined): Promise<MediaRow[]> {
  const found = await tx.db
    .select({ file: media })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .innerJoin(
      media,
      and(eq(media.id, creationFiles.mediaId), eq(media.ownerId, creations.ownerId)),
    )
    .where(and(which, eq(media.origin, 'upload'), isNull(media.deletedAt)))
  return [...new Map(found.map(({ file }) => [file.id, file])).values()]
}
