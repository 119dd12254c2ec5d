import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { findMedia, followShown, media, setMediaLink } from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { offerSample, withdrawSamples } from '../workflows/index.ts'
import { linkKeyOf } from './link-key.ts'
import { type CreationRow, creationFiles, creations } from './tables.ts'

/** Whether everybody may see it: public, and neither hidden nor deleted. */
export function isShown(row: Pick<CreationRow, 'public' | 'hiddenAt' | 'deletedAt'>): boolean {
  return row.public && row.hiddenAt === null && row.deletedAt === null
}

/** Its file, the files given for it and the catalogue's sample follow what became of a creation. */
export async function followVisibility(
  tx: TxCtx,
  before: CreationRow,
  row: CreationRow,
): Promise<void> {
  const left = isShown(before) && !isShown(row)
  const gone = (row.hiddenAt && !before.hiddenAt) || (row.deletedAt && !before.deletedAt)
  if (row.mediaId) {
    if (left || gone) await withdrawSamples(tx, [row.mediaId], row.hiddenAt)
    await followShown(tx, row.mediaId)
    if (isShown(row) && !isShown(before)) {
      await offerSample(tx, { workflowId: row.workflowId, mediaId: row.mediaId })
    }
  }
  if (row.mediaId && (row.hiddenAt === null) !== (before.hiddenAt === null)) {
    const key = row.hiddenAt ? null : linkKeyOf(tx, row)
    await setMediaLink(tx, row.mediaId, key && hashSecret(key))
  }
  const shares = (one: CreationRow) => isShown(one) && one.shareInputs
  if (shares(row) !== shares(before)) await shareFiles(tx, row, shares(row))
  tx.afterCommit(() => tx.events.publish({ id: `creation:${row.id}`, seq: 0 }))
}

/** An input file is public while any shown creation shares it, and if it may be. */
async function shareFiles(tx: TxCtx, row: CreationRow, shared: boolean): Promise<void> {
  const given = await tx.db.select().from(creationFiles).where(eq(creationFiles.creationId, row.id))
  const files = await findMedia(
    tx,
    given.map((file) => file.mediaId),
  )
  for (const file of files.values()) {
    // Somebody else's public file is shown or not as its owner decides.
    if (file.ownerId !== row.ownerId || file.origin !== 'upload') continue
    if (shared) await assertShowable(tx, 'share_inputs', file)
    await followShown(tx, file.id)
  }
}

/** Whether a shown creation has it as its own file, or as one that its owner gave and shares. */
export async function isFileShown(tx: TxCtx, mediaId: string): Promise<boolean> {
  const shown = and(
    eq(creations.public, true),
    isNull(creations.hiddenAt),
    isNull(creations.deletedAt),
  )
  const [made] = await tx.db
    .select({ id: creations.id })
    .from(creations)
    .where(and(eq(creations.mediaId, mediaId), shown))
  if (made) return true
  const [shared] = await tx.db
    .select({ id: creations.id })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .innerJoin(media, eq(media.id, creationFiles.mediaId))
    .where(
      and(
        eq(creationFiles.mediaId, mediaId),
        eq(media.ownerId, creations.ownerId),
        eq(media.origin, 'upload'),
        eq(creations.shareInputs, true),
        shown,
      ),
    )
    .limit(1)
  return shared !== undefined
}
