import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { countForms } from './count-forms.ts'
import { countShares } from './count-shares.ts'
import { addDays } from './rules.ts'
import { workflowForms, workflowShares } from './tables.ts'

/** Events that a past day received do not change; the last week is counted again nevertheless. */
const ANEW_DAYS = 7

/**
 * Counts what browsers told, how far people came in forms and who shared, up to a day, and deletes
 * what is older than the privacy page allows.
 */
export async function recountBrowsers(
  tx: Pick<TxCtx, 'db'>,
  { until, last }: { until: string; last: string | undefined },
): Promise<void> {
  const from = last && [addDays(until, -ANEW_DAYS), addDays(last, 1)].toSorted()[0]
  const oldest = addDays(until, -ANALYTICS_DAYS)
  for (const table of [workflowForms, workflowShares]) {
    await tx.db.execute(sql`
      delete from ${table}
      where day < ${oldest}::date or day >= ${from ?? '-infinity'}::date`)
  }
  const which = { from: from ?? oldest, until }
  await tx.db.execute(sql`
    insert into ${workflowForms} (workflow_id, day, version, left_at, people) ${countForms(which)}`)
  await tx.db.execute(sql`
    insert into ${workflowShares} (workflow_id, day, people) ${countShares(which)}`)
}
