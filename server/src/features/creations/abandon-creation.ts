import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { creations } from './tables.ts'

/** Its run delivers nothing: what was given for it is kept as long as for one that was deleted. */
export async function abandonCreation(tx: TxCtx, id: string): Promise<void> {
  await tx.db
    .update(creations)
    .set({ deletedAt: tx.clock.now() })
    .where(and(eq(creations.id, id), isNull(creations.deliveredAt), isNull(creations.deletedAt)))
}
