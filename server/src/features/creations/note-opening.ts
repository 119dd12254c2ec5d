import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type CreationRow, creations } from './tables.ts'

/** Keeps the first time at which the owner's browser loaded a creation or its proof, or downloaded the file. */
export async function noteOpening(
  ctx: Ctx,
  row: CreationRow,
  deed: 'open' | 'download',
): Promise<void> {
  const what = deed === 'download' ? 'downloadedAt' : row.proofUntil ? 'proofSeenAt' : 'openedAt'
  if (row[what] !== null || ctx.caller.principal?.id !== row.ownerId) return
  await ctx.db
    .update(creations)
    .set({ [what]: ctx.clock.now() })
    .where(and(eq(creations.id, row.id), isNull(creations[what])))
}
