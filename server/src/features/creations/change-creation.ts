import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaDeleted } from '../media/index.ts'
import { creationNotFound } from './queries.ts'
import { syncCreationAccess } from './sync-creation-access.ts'
import { type CreationRow, creations } from './tables.ts'

export async function changeCreation(
  tx: TxCtx,
  before: CreationRow,
  values: Partial<Pick<CreationRow, 'public' | 'shareInputs' | 'deletedAt' | 'takenBack'>>,
): Promise<CreationRow> {
  const [row] = await tx.db
    .update(creations)
    .set(values)
    .where(eq(creations.id, before.id))
    .returning()
  if (!row?.mediaId) throw creationNotFound()
  if (row.deletedAt?.getTime() !== before.deletedAt?.getTime()) {
    await setMediaDeleted(tx, row.mediaId, row.deletedAt !== null)
  }
  await syncCreationAccess(tx, before, row)
  return row
}
