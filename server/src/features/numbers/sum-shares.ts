import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { countShares } from './count-shares.ts'
import { findUncounted } from './find-uncounted.ts'
import { later } from './rules.ts'
import { workflowShares } from './tables.ts'

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
