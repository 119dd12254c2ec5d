import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announce } from './queries.ts'
import { collections } from './tables.ts'

export async function moderateCollection(tx: TxCtx, id: string, hidden: boolean): Promise<void> {
  await tx.db
    .update(collections)
    .set({ hiddenAt: hidden ? tx.clock.now() : null })
    .where(eq(collections.id, id))
  announce(tx, id)
}
