import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Something names these files now: the sweep of unused uploads leaves them. */
export async function markMediaUsed(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .update(media)
    .set({ usedAt: tx.clock.now() })
    .where(and(inArray(media.id, [...ids]), isNull(media.usedAt)))
}

/** Not used yet, but it may be until then: the sweep waits that long. */
export async function keepMedia(ctx: Ctx, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .update(media)
    .set({ keptUntil: until })
    .where(and(inArray(media.id, [...ids]), isNull(media.usedAt)))
}
