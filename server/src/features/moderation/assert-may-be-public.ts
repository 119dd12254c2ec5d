import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { reports } from './tables.ts'

async function isInReview(ctx: Ctx, creationId: string): Promise<boolean> {
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

/** Called wherever a creation would become public. */
export async function assertMayBePublic(ctx: Ctx, creationId: string): Promise<void> {
  if (await isInReview(ctx, creationId)) {
    throw new AppError(
      'content_refused',
      'This creation is waiting for a check and cannot be public before. It stays yours to see.',
    )
  }
}
