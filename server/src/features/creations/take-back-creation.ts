import { and, eq, isNotNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { changeCreation } from './change-creation.ts'
import { creations } from './tables.ts'

/** Deletes a delivered creation for good, with its file, also where its owner deleted it before. */
export async function takeBackCreation(tx: TxCtx, id: string): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), isNotNull(creations.mediaId)))
    .for('update')
  if (!row || row.takenBack) return
  await changeCreation(tx, row, {
    deletedAt: row.deletedAt ?? tx.clock.now(),
    takenBack: true,
  })
  tx.afterCommit(() => tx.events.publish({ about: 'creation', id, seq: 0 }))
}
