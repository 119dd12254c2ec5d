import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { creations } from './tables.ts'

/** Marks an undelivered creation as deleted, so that its inputs are kept as long as those of a deleted one. */
export async function abandonCreation(tx: TxCtx, id: string): Promise<void> {
  await tx.db
    .update(creations)
    .set({ deletedAt: tx.clock.now() })
    .where(and(eq(creations.id, id), isNull(creations.deliveredAt), isNull(creations.deletedAt)))
}
