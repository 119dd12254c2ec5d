import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { type ClaimItemRow, takenLooks } from '../../schema/claims.ts'
import { creationParts, creations } from '../../schema/creations.ts'
import { workflows } from '../../schema/workflows.ts'

/** The files that show a thing's picture. */
export async function listFiles(ctx: Pick<Ctx, 'db'>, item: ClaimItemRow): Promise<string[]> {
  if (item.subjectType === 'creation') {
    const own = await ctx.db
      .select({ id: creations.mediaId, whole: creations.wholeMediaId })
      .from(creations)
      .where(eq(creations.id, item.subjectId))
    const parts = await ctx.db
      .select({ id: creationParts.mediaId })
      .from(creationParts)
      .where(eq(creationParts.creationId, item.subjectId))
    return [...own.flatMap(({ id, whole }) => [id, whole]), ...parts.map(({ id }) => id)].filter(
      (id) => id !== null,
    )
  }
  if (item.subjectType !== 'workflow') return []
  const rows = await ctx.db
    .select({ id: workflows.sampleMediaId })
    .from(workflows)
    .where(eq(workflows.id, item.subjectId))
  return rows.flatMap(({ id }) => id ?? [])
}

/** What was shown again may be uploaded again. */
export async function forgetLooks(tx: TxCtx, item: ClaimItemRow): Promise<void> {
  const files = await listFiles(tx, item)
  if (files.length === 0) return
  await tx.db
    .delete(takenLooks)
    .where(and(eq(takenLooks.claimId, item.claimId), inArray(takenLooks.mediaId, files)))
}
