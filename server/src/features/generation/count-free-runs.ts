import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from './tables.ts'

/** How many runs each code paid for; a run that ended without a creation gives its use back. */
export async function countFreeRuns(
  ctx: Pick<Ctx, 'db'>,
  { codeIds, ownerId }: { codeIds: readonly string[]; ownerId?: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .select({ codeId: sql<string>`${jobs.codeId}`, runs: count() })
    .from(jobs)
    .where(
      and(
        inArray(jobs.codeId, [...codeIds]),
        inArray(jobs.status, ['QUEUED', 'RUNNING', 'COMPLETED']),
        ownerId === undefined ? undefined : eq(jobs.ownerId, ownerId),
      ),
    )
    .groupBy(jobs.codeId)
  return new Map(rows.map(({ codeId, runs }) => [codeId, runs]))
}
