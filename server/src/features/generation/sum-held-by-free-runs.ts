import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { currentBook } from '../payments/index.ts'
import { workflows } from '../workflows/index.ts'
import { unfinished } from './queries.ts'
import { jobs } from './tables.ts'

/** The most that the unfinished free runs of these creators' recipes may take from the balance. */
export async function sumHeldByFreeRuns(ctx: Ctx, ownerIds: string[]): Promise<number> {
  const [row] = await ctx.db
    .select({ cents: sql<number>`coalesce(sum(${jobs.costLimit}), 0)::int` })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .where(
      and(unfinished, eq(jobs.codeBook, currentBook(ctx)), inArray(workflows.ownerId, ownerIds)),
    )
  return row?.cents ?? 0
}
