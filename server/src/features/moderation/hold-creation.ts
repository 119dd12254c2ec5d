import { and, eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { reports } from './tables.ts'

/** The classifier asks for a person's judgement; until then the creation stays its owner's alone. */
export async function holdCreation(
  tx: TxCtx,
  input: { creationId: string; score: number },
): Promise<void> {
  await tx.db.insert(reports).values({
    id: newId(),
    subjectType: 'creation',
    subjectId: input.creationId,
    source: 'classifier',
    reason: 'sexual',
    note: `The picture scored ${input.score.toFixed(2)}.`,
    score: input.score,
    createdAt: tx.clock.now(),
  })
}

async function isHeld(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.subjectId, creationId),
        eq(reports.source, 'classifier'),
        eq(reports.status, 'open'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Somebody, or the classifier, has asked for an admin's judgement, now or before. */
export async function isReported(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.subjectType, 'creation'), eq(reports.subjectId, creationId)))
    .limit(1)
  return rows.length > 0
}

/** Called wherever a creation would become public. */
export async function assertMayBePublic(ctx: Ctx, creationId: string): Promise<void> {
  if (await isHeld(ctx, creationId)) {
    throw new AppError(
      'content_refused',
      'This creation is waiting for a check and cannot be public before. It stays yours to see.',
    )
  }
}
