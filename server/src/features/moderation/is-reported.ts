import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { reports } from './tables.ts'

/** Whether a person or the classifier has ever asked for a review of this creation. */
export async function isReported(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.subjectType, 'creation'), eq(reports.subjectId, creationId)))
    .limit(1)
  return rows.length > 0
}
