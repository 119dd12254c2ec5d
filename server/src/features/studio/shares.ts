import type { EventName } from '@vignette/contract/event-names.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflowShares } from '../../schema/studio.ts'
import { analyticsEvents } from '../../schema/visits.ts'
import { workflows } from '../../schema/workflows.ts'
import { beginOf, dayOf, findUncounted, UUID, type Which } from './figures.ts'
import { later } from './rules-numbers.ts'

/** How many people shared workflows; null where the browsers' events go to another collector. */
export async function sumShares(
  ctx: Ctx,
  { workflowIds, from }: { workflowIds: readonly string[]; from: string | undefined },
): Promise<number | null> {
  if (ctx.config.ANALYTICS_URL) return null
  if (workflowIds.length === 0) return 0
  const uncounted = await findUncounted(ctx)
  const since = from ? sql`and day >= ${from}::date` : sql``
  const { rows } = await ctx.db.execute<{ people: number }>(sql`
    select coalesce(sum(people), 0)::int as people
    from (
      select people from ${workflowShares}
      where workflow_id = any(${sql.param([...workflowIds])}::uuid[]) ${since}
        and day < ${uncounted ?? '-infinity'}::date
      union all
      select people from (${countShares({ from: later(uncounted, from), workflowIds })}) since
    ) shares`)
  return rows[0]?.people ?? 0
}

/** A recipe or a creation of it was passed on. */
const SHARES: EventName[] = ['creation_shared', 'workflow_shared']
/** What a browser tells of a share that was begun and not made. */
const UNMADE = ['cancelled', 'failed']

/**
 * A query of the people who shared workflows, or creations of them, by day. A browser is one person
 * a day and workflow, whatever the browser sends; the day is the day of receipt. Shares that were
 * cancelled or failed, that name no workflow or do not count, are left out.
 */
export function countShares({ from, until, workflowIds }: Which): SQL {
  const { properties, receivedAt, event, distinctId, counts } = analyticsEvents
  const named = sql`${properties} ->> 'workflow_id'`
  const where = sql.join(
    [
      sql`${event} = any(${sql.param(SHARES)}::text[])`,
      sql`${counts}`,
      sql`coalesce(${properties} ->> 'outcome', '') <> all(${sql.param(UNMADE)}::text[])`,
      ...(from ? [sql`${receivedAt} >= ${beginOf(from)}`] : []),
      ...(until ? [sql`${receivedAt} < ${beginOf(until)}`] : []),
      ...(workflowIds ? [sql`${named} = any(${sql.param([...workflowIds])}::text[])`] : []),
    ],
    sql` and `,
  )
  return sql`
    select ${workflows.id} as workflow_id, day, count(distinct browser)::int as people
    from (
      select case when ${named} ~ ${UUID} then (${named})::uuid end as workflow,
        ${dayOf(sql`${receivedAt}`)} as day, ${distinctId} as browser
      from ${analyticsEvents} where ${where}
    ) shares
    join ${workflows} on ${workflows.id} = shares.workflow
    group by ${workflows.id}, day`
}
