import { and, eq, isNull, ne } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { findMedia, setMediaLink, setMediaVisibility } from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { offerSample, withdrawSample } from '../workflows/index.ts'
import { hashOfLinkKey, linkKeyOf } from './link-key.ts'
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
  if (row.mediaId && isShown(row) !== isShown(before)) {
    await setMediaVisibility(tx, row.mediaId, isShown(row))
    if (isShown(row)) await offerSample(tx, { workflowId: row.workflowId, mediaId: row.mediaId })
    else await withdrawSample(tx, row.mediaId)
  }
  if (row.mediaId && (row.hiddenAt === null) !== (before.hiddenAt === null)) {
    const key = row.hiddenAt ? null : linkKeyOf(tx, row)
    await setMediaLink(tx, row.mediaId, key && hashOfLinkKey(key))
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
    else if (await isSharedElsewhere(tx, row.id, file.id)) continue
    await setMediaVisibility(tx, file.id, shared)
  }
}

async function isSharedElsewhere(tx: TxCtx, id: string, mediaId: string): Promise<boolean> {
  const [other] = await tx.db
    .select({ id: creations.id })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .where(
      and(
        eq(creationFiles.mediaId, mediaId),
        ne(creations.id, id),
        eq(creations.public, true),
        eq(creations.shareInputs, true),
        isNull(creations.hiddenAt),
        isNull(creations.deletedAt),
      ),
    )
    .limit(1)
  return other !== undefined
}
