import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { countForms } from './count-forms.ts'
import { findUncounted } from './find-uncounted.ts'
import { later } from './rules.ts'
import { workflowForms } from './tables.ts'

/** People of a version who left its form at the same step; `left_at` as in `workflow_forms`. */
export interface FormGroup {
  version: number
  left_at: number
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
  const { rows } = await ctx.db.execute<{ version: number; left_at: number; people: number }>(sql`
    select version, left_at, sum(people)::int as people
    from (
      select version, left_at, people from ${workflowForms}
      where workflow_id = any(${sql.param([...workflowIds])}::uuid[]) ${since}
        and day < ${uncounted ?? '-infinity'}::date
      union all
      select version, left_at, people
      from (${countForms({ from: later(uncounted, from), workflowIds })}) since
    ) forms
    group by version, left_at`)
  return rows
}
