import { DAYS_SHOWN_MOST, FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import type { Numbers } from '@vignette/contract/numbers.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { beginOf, dayOf } from './figures.ts'
import { daysBetween } from './rules-numbers.ts'

/**
 * Which share of the runs delivered, and the time that half and 95% of the delivered runs took at
 * most: of all that ended from one day to another, and of each of those days, or each of their
 * months where the days are many. A run counts on the day on which it ended. Cancelled and refused
 * runs, tests and the creator's own runs are left out.
 */
export async function measureRuns(
  ctx: Pick<Ctx, 'db'>,
  { workflowIds, from, to }: { workflowIds: readonly string[]; from: string; to: string },
): Promise<Pick<Numbers, 'times' | 'health'>> {
  const delivered = sql`${jobs.status} = 'COMPLETED'`
  const timed = sql`filter (where ${delivered} and ${jobs.startedAt} is not null)`
  const took = sql`extract(epoch from ${jobs.finishedAt} - ${jobs.startedAt})`
  const percentile = (part: number) =>
    sql`percentile_cont(${part}::float8) within group (order by ${took}) ${timed}`
  const letters = daysBetween(from, to) >= DAYS_SHOWN_MOST ? 7 : 10
  const { rows } = await ctx.db.execute<{
    span: string | null
    percent: number | null
    p50: number | null
    p95: number | null
    people: number
    served: number
  }>(sql`
    select span, round(100.0 * count(*) filter (where ${delivered}) / nullif(count(*), 0))::int as percent,
      ${percentile(0.5)}::float8 as p50, ${percentile(0.95)}::float8 as p95,
      count(distinct ${jobs.ownerId})::int as people,
      (count(distinct ${jobs.ownerId}) ${timed})::int as served
    from ${jobs} join ${workflows} on ${workflows.id} = ${jobs.workflowId}
    cross join lateral (
      select left(${dayOf(sql`${jobs.finishedAt}`)}::text, ${letters}::int) as span
    ) ended
    where ${jobs.workflowId} = any(${sql.param([...workflowIds])}::uuid[]) and not ${jobs.test}
      and ${jobs.ownerId} <> ${workflows.ownerId}
      and ${jobs.createdAt} >= ${beginOf(from)} - interval '2 days'
      and ${jobs.finishedAt} >= ${beginOf(from)}
      and (${delivered} or (${jobs.status} = 'FAILED' and ${jobs.errorCode} <> 'content_refused'))
    group by grouping sets ((), (span))
    order by span`)
  const round = (seconds: number | null) => seconds && Math.round(seconds * 10) / 10
  const { percent = null, p50 = null, p95 = null } = rows.find(({ span }) => span === null) ?? {}
  return {
    times: { delivered_percent: percent, p50: round(p50), p95: round(p95) },
    health: rows.flatMap(({ span, percent, p95, people, served }) => {
      if (span === null) return []
      return [
        {
          name: span,
          delivered_percent: people < FEW_PEOPLE ? null : percent,
          p95: served < FEW_PEOPLE ? null : round(p95),
        },
      ]
    }),
  }
}
