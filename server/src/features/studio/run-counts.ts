import type { RunOutcome } from '@vignette/contract/own-workflows.ts'
import { and, count, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { shareLines } from '../ledger/index.ts'
import { currentBook, isSale } from '../payments/index.ts'
import type { DayOfRuns } from './rules.ts'

/** How a run ended, in the creator's words. */
export const outcomeOf = sql<RunOutcome>`case ${jobs.status}
  when 'COMPLETED' then 'delivered'
  when 'CANCELLED' then 'cancelled'
  when 'FAILED' then case when ${jobs.errorCode} = 'content_refused' then 'refused' else 'failed' end
  else 'running' end`

/** A condition: no test, which is never counted. */
export const isCounted = eq(jobs.test, false)

/** The runs of each workflow by day (UTC), outcome and version. */
export async function countRuns(
  ctx: Pick<Ctx, 'db'>,
  workflowIds: readonly string[],
  since: Date,
): Promise<Map<string, (DayOfRuns & { version: number | null })[]>> {
  if (workflowIds.length === 0) return new Map()
  const day = sql<string>`to_char(${jobs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await ctx.db
    .select({
      workflowId: jobs.workflowId,
      day,
      outcome: outcomeOf,
      version: jobs.workflowVersion,
      count: count(),
    })
    .from(jobs)
    .where(and(inArray(jobs.workflowId, [...workflowIds]), gte(jobs.createdAt, since), isCounted))
    .groupBy(jobs.workflowId, sql`2`, sql`3`, jobs.workflowVersion)
  const byWorkflow = new Map<string, (DayOfRuns & { version: number | null })[]>()
  for (const { workflowId, ...run } of rows) {
    const runs = byWorkflow.get(workflowId ?? '') ?? []
    byWorkflow.set(workflowId ?? '', [...runs, run])
  }
  return byWorkflow
}

/** The creators' shares of sales by a column of the payment, in the current book. */
export async function sumEarned<K extends string | number>(
  ctx: Pick<Ctx, 'db' | 'gateway'>,
  by: SQL<K>,
  which: { workflowIds: readonly string[]; since?: Date },
): Promise<Map<K, number>> {
  if (which.workflowIds.length === 0) return new Map()
  const lines = shareLines(ctx)
  const rows = await ctx.db
    .select({ key: by, earned: sql<string>`sum(${lines.share})` })
    .from(payments)
    .innerJoin(lines, eq(lines.paymentId, payments.id))
    .where(
      and(
        isSale,
        inArray(payments.workflowId, [...which.workflowIds]),
        eq(payments.book, currentBook(ctx)),
        which.since && gte(lines.at, which.since),
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map(({ key, earned }) => [key, Number(earned)]))
}
