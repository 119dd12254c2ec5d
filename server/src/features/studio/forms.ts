import type { EventName } from '@vignette/contract/event-names.ts'
import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import type { NumberLeaving, Numbers } from '@vignette/contract/numbers.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflowForms } from '../../schema/studio.ts'
import { analyticsEvents } from '../../schema/visits.ts'
import { workflows, workflowVersions } from '../../schema/workflows.ts'
import { type Recipe } from '../workflows/index.ts'
import { beginOf, dayOf, findUncounted, UUID, type Which } from './figures.ts'
import { hideFew, later } from './rules-numbers.ts'

const sum = (groups: readonly FormGroup[]) =>
  groups.reduce((total, { people }) => total + people, 0)

/** How many people began the form, and how many saw its summary. */
export function viewForm(groups: readonly FormGroup[] | null): Numbers['form'] {
  if (!groups) return null
  const finished = groups.filter(({ left_step }) => left_step === 0)
  return { began: hideFew(sum(groups)), finished: hideFew(sum(finished)) }
}

/** The step of the live version's form that most people left at; null where they are a few. */
export function findLeaving(
  groups: readonly FormGroup[] | null,
  { version, recipe }: { version: number; recipe: Pick<Recipe, 'inputs'> },
): NumberLeaving | null {
  const here = (groups ?? []).filter((group) => group.version === version)
  const [most] = here
    .filter(({ left_step }) => left_step > 0)
    .toSorted((a, b) => b.people - a.people || a.left_step - b.left_step)
  const input = most && recipe.inputs[most.left_step - 1]
  if (!input || most.people < FEW_PEOPLE) return null
  return { name: input.display_name || input.name || input.key, people: most.people, of: sum(here) }
}

/** People of a version who left its form at the same step; `left_step` as in `workflow_forms`. */
export interface FormGroup {
  version: number
  left_step: number
  people: number
}

/** How far people came in the forms of workflows; null where the browsers' events go to another collector. */
export async function sumForms(
  ctx: Ctx,
  { workflowIds, from }: { workflowIds: readonly string[]; from: string | undefined },
): Promise<FormGroup[] | null> {
  if (ctx.config.ANALYTICS_URL) return null
  if (workflowIds.length === 0) return []
  const uncounted = await findUncounted(ctx)
  const since = from ? sql`and day >= ${from}::date` : sql``
  const { rows } = await ctx.db.execute<{ version: number; left_step: number; people: number }>(sql`
    select version, left_step, sum(people)::int as people
    from (
      select version, left_step, people from ${workflowForms}
      where workflow_id = any(${sql.param([...workflowIds])}::uuid[]) ${since}
        and day < ${uncounted ?? '-infinity'}::date
      union all
      select version, left_step, people
      from (${countForms({ from: later(uncounted, from), workflowIds })}) since
    ) forms
    group by version, left_step`)
  return rows
}

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
    select ${workflows.id} as workflow_id, day, live.version, left_step, count(*)::int as people
    from (
      select workflow, day, max(received_at) as last_at,
        case when bool_or(event = ${SUMMARY}) then 0 else coalesce((array_agg(shown
          order by at desc, received_at desc) filter (where shown is not null))[1], -1) end as left_step
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
    group by ${workflows.id}, day, live.version, left_step`
}
