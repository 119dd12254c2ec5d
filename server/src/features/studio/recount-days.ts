import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { max, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { countedDays, workflowForms, workflowShares } from '../../schema/studio.ts'
import { COUNTS, countActions } from './figures.ts'
import { countForms } from './forms.ts'
import { addDays } from './rules-numbers.ts'
import { countShares } from './shares.ts'

/** Events that a past day received do not change; the last week is counted again nevertheless. */
const ANEW_DAYS = 7

const recounting = defineLock(8_402_171)

export const recountDaysTask = defineTask({
  name: 'numbers.recount-days',
  retryLimit: 3,
  cron: '23 1 * * *',
  expireInSeconds: 3_600,
  run: recountDays,
})

/**
 * Counts the days that are over: the first time all of them, later the last 400. A day that was
 * counted before should not change; the answer is the number of rows of such days that did.
 */
export async function recountDays(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  const today = now.toISOString().slice(0, 10)
  const changed = await inTransaction(ctx, async (tx) => {
    await lockFor(tx, recounting)
    const [row] = await tx.db.select({ last: max(countedDays.day) }).from(countedDays)
    const last = row?.last ?? undefined
    const from = last && [addDays(today, -ANALYTICS_DAYS), addDays(last, 1)].toSorted()[0]
    const changed = await replaceDays(tx, { from, until: today, last })
    await recountBrowsers(tx, { until: today, last })
    await tx.db
      .insert(countedDays)
      .values({ day: addDays(today, -1), countedAt: now })
      .onConflictDoUpdate({ target: countedDays.day, set: { countedAt: now } })
    return changed
  })
  if (changed > 0) ctx.log.warn({ changed }, 'days that were counted before have changed')
  return changed
}

/** Answers the rows that changed in days up to the last one counted before. */
async function replaceDays(
  tx: Pick<Ctx, 'db'>,
  { from, until, last }: { from: string | undefined; until: string; last: string | undefined },
): Promise<number> {
  const list = (prefix = '') => sql.raw(COUNTS.map((name) => `${prefix}${name}`).join(', '))
  const key = sql.raw('workflow_id, day, version, source, book')
  const since = from ? sql`day >= ${from}::date and` : sql``
  const { rows } = await tx.db.execute<{ changed: number }>(sql`
    with anew as materialized (${countActions(tx, { from, until })}),
    gone as (
      delete from workflow_days where ${since} day < ${until}::date
        and (${key}) not in (select ${key} from anew)
      returning day),
    written as (
      insert into workflow_days (${key}, ${list()}) select ${key}, ${list()} from anew
      on conflict (${key}) do update set (${list()}) = row(${list('excluded.')})
      where (${list('workflow_days.')}) is distinct from (${list('excluded.')})
      returning day)
    select count(*)::int as changed
    from (select day from gone union all select day from written) touched
    where day <= ${last ?? '-infinity'}::date`)
  return rows[0]?.changed ?? 0
}

/**
 * Counts what browsers told, how far people came in forms and who shared, up to a day, and deletes
 * what is older than the privacy page allows.
 */
async function recountBrowsers(
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
    insert into ${workflowForms} (workflow_id, day, version, left_step, people) ${countForms(which)}`)
  await tx.db.execute(sql`
    insert into ${workflowShares} (workflow_id, day, people) ${countShares(which)}`)
}
