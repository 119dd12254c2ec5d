import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { syncCreationAccess } from './sync-creation-access.ts'
import { type CreationRow, creations } from './tables.ts'

export async function setHiddenAt(
  tx: TxCtx,
  before: CreationRow,
  hiddenAt: Date | null,
): Promise<void> {
  await tx.db.update(creations).set({ hiddenAt }).where(eq(creations.id, before.id))
  await syncCreationAccess(tx, before, { ...before, hiddenAt })
}
