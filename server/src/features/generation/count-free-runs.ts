import { and, count, eq, inArray, isNotNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobSteps, jobs } from './tables.ts'

const tookSomething = and(
  isNotNull(jobs.codeBook),
  sql`exists (select 1 from ${jobSteps} where ${jobSteps.jobId} = ${jobs.id} and ${jobSteps.costCents} > 0)`,
)

/**
 * How many runs each code paid for. A run that ended without a creation gives its use back, unless the
 * run took something from the creator's balance: so all uses together take no more than the creator was
 * shown. A buyer whose run failed may try again all the same.
 */
export async function countFreeRuns(
  ctx: Pick<Ctx, 'db'>,
  { codeIds, ownerId }: { codeIds: readonly string[]; ownerId?: string },
): Promise<ReadonlyMap<string, number>> {
  const ofOne = ownerId === undefined ? undefined : eq(jobs.ownerId, ownerId)
  const counted = ofOne ? and(tookSomething, ne(jobs.status, 'FAILED')) : tookSomething
  const rows = await ctx.db
    .select({ codeId: sql<string>`${jobs.codeId}`, runs: count() })
    .from(jobs)
    .where(
      and(
        inArray(jobs.codeId, [...codeIds]),
        or(inArray(jobs.status, ['QUEUED', 'RUNNING', 'COMPLETED']), counted),
        ofOne,
      ),
    )
    .groupBy(jobs.codeId)
  return new Map(rows.map(({ codeId, runs }) => [codeId, runs]))
}

/** A subquery of the jobs that a code paid for. */
export function jobsOfCode(ctx: Pick<Ctx, 'db'>, codeId: string): SQLWrapper {
  return ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.codeId, codeId))
}
