import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { reports } from './tables.ts'

/** A person or the classifier has asked for a review of this creation, now or before. */
export async function isReported(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.subjectType, 'creation'), eq(reports.subjectId, creationId)))
    .limit(1)
  return rows.length > 0
}
