import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { countForms } from './count-forms.ts'
import { addDays } from './rules.ts'
import { workflowForms } from './tables.ts'

/** What was received on a day that is over does not change; a week is counted again all the same. */
const ANEW_DAYS = 7

/** Counts how far people came in forms, up to a day, and deletes what is older than the privacy page allows. */
export async function recountForms(
  tx: Pick<TxCtx, 'db'>,
  { until, last }: { until: string; last: string | undefined },
): Promise<void> {
  const from = last && [addDays(until, -ANEW_DAYS), addDays(last, 1)].toSorted()[0]
  const oldest = addDays(until, -ANALYTICS_DAYS)
  await tx.db.execute(sql`
    delete from ${workflowForms}
    where day < ${oldest}::date or day >= ${from ?? '-infinity'}::date`)
  await tx.db.execute(sql`
    insert into ${workflowForms} (workflow_id, day, version, left_at, people)
    ${countForms({ from: from ?? oldest, until })}`)
}
