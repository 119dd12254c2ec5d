import type { EventName } from '@vignette/contract/event-names.ts'
import { type SQL, sql } from 'drizzle-orm'
import { analyticsEvents } from '../analytics/index.ts'
import { workflows, workflowVersions } from '../workflows/index.ts'
import type { Which } from './count-deeds.ts'
import { beginOf, dayOf, UUID } from './day-of.ts'

const SUMMARY = 'remix_summary_viewed' satisfies EventName
/** What people do in the form of a recipe. */
const ACTS: EventName[] = [
  SUMMARY,
  'remix_input_changed',
  'remix_input_cleared',
  'remix_input_edited',
  'remix_reviewed',
  'remix_step_back',
  'remix_step_continued',
  'remix_step_jumped',
  'remix_step_skipped',
]

/**
 * A query of the people in the forms of workflows by day, version and the step that they left at.
 * A browser is one person a day and workflow, whatever the browser sends; the day is the day of
 * receipt, and the version was live on that day. Events that name no workflow, or do not count, are
 * left out.
 */
export function countForms({ from, until, workflowIds }: Which): SQL {
  const { properties, receivedAt, event, distinctId, at, counts } = analyticsEvents
  const named = sql`${properties} ->> 'workflow_id'`
  const shown = sql`${properties} ->> 'shown'`
  const where = sql.join(
    [
      sql`${event} = any(${sql.param(ACTS)}::text[])`,
      sql`${counts}`,
      ...(from ? [sql`${receivedAt} >= ${beginOf(from)}`] : []),
      ...(until ? [sql`${receivedAt} < ${beginOf(until)}`] : []),
      ...(workflowIds ? [sql`${named} = any(${sql.param([...workflowIds])}::text[])`] : []),
    ],
    sql` and `,
  )
  return sql`
    select ${workflows.id} as workflow_id, day, live.version, left_at, count(*)::int as people
    from (
      select workflow, day, max(received_at) as last_at,
        case when bool_or(event = ${SUMMARY}) then 0 else coalesce((array_agg(shown
          order by at desc, received_at desc) filter (where shown is not null))[1], -1) end as left_at
      from (
        select case when ${named} ~ ${UUID} then (${named})::uuid end as workflow,
          ${dayOf(sql`${receivedAt}`)} as day, ${distinctId} as browser, ${event}, ${at}, ${receivedAt},
          case when ${shown} ~ '^[0-9]{1,2}$' then (${shown})::int end as shown
        from ${analyticsEvents} where ${where}
      ) acts
      group by workflow, day, browser
    ) people
    join ${workflows} on ${workflows.id} = people.workflow
    cross join lateral (
      select max(${workflowVersions.version}) as version from ${workflowVersions}
      where ${workflowVersions.workflowId} = ${workflows.id}
        and ${workflowVersions.createdAt} <= last_at
    ) live
    where live.version is not null
    group by ${workflows.id}, day, live.version, left_at`
}
