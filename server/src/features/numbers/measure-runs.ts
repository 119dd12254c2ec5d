import type { Numbers } from '@vignette/contract/numbers.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../generation/index.ts'

/**
 * Which share of the runs delivered, and the time that half and 95% of the delivered runs took at
 * most. Cancelled and refused runs are left out.
 */
export async function measureRuns(
  ctx: Pick<Ctx, 'db'>,
  { workflowIds, from }: { workflowIds: readonly string[]; from: string },
): Promise<Numbers['times']> {
  const delivered = sql`${jobs.status} = 'COMPLETED'`
  const took = sql`extract(epoch from ${jobs.finishedAt} - ${jobs.startedAt})`
  const percentile = (part: number) =>
    sql`percentile_cont(${part}::float8) within group (order by ${took}) filter (where ${delivered} and ${jobs.startedAt} is not null)`
  const { rows } = await ctx.db.execute<{
    percent: number | null
    p50: number | null
    p95: number | null
  }>(sql`
    select round(100.0 * count(*) filter (where ${delivered}) / nullif(count(*), 0))::int as percent,
      ${percentile(0.5)}::float8 as p50, ${percentile(0.95)}::float8 as p95
    from ${jobs}
    where ${jobs.workflowId} = any(${sql.param([...workflowIds])}::uuid[]) and not ${jobs.test}
      and ${jobs.createdAt} >= (${from}::timestamp at time zone 'UTC')
      and (${delivered} or (${jobs.status} = 'FAILED' and ${jobs.errorCode} <> 'content_refused'))`)
  const { percent = null, p50 = null, p95 = null } = rows[0] ?? {}
  const round = (seconds: number | null) => seconds && Math.round(seconds * 10) / 10
  return { delivered_percent: percent, p50: round(p50), p95: round(p95) }
}
