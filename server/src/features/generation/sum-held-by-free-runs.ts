import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { currentBook } from '../payments/index.ts'
import { workflows } from '../workflows/index.ts'
import { unfinished } from './queries.ts'
import { jobs } from './tables.ts'

/** The most that the unfinished free runs of each creator's recipes may take, by the creator's id. */
export async function sumHeldByFreeRuns(
  ctx: Ctx,
  ownerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({
      ownerId: workflows.ownerId,
      cents: sql<number>`coalesce(sum(${jobs.costLimit}), 0)::int`,
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .where(
      and(
        unfinished,
        eq(jobs.codeBook, currentBook(ctx)),
        sql`${workflows.ownerId} = any(${sql.param([...ownerIds])}::uuid[])`,
      ),
    )
    .groupBy(workflows.ownerId)
  return new Map(rows.map(({ ownerId, cents }) => [ownerId, cents]))
}
