import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setHiddenAt } from './set-hidden-at.ts'
import { creations } from './tables.ts'

export const delivered = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))

export async function moderateCreation(tx: TxCtx, id: string, hidden: boolean): Promise<void> {
  const [before] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), delivered))
    .for('update')
  if (before && (before.hiddenAt !== null) !== hidden) {
    await setHiddenAt(tx, before, hidden ? tx.clock.now() : null)
  }
}
