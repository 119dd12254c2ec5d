import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../generation/index.ts'
import { saleEntries } from '../ledger/index.ts'
import { isSale, payments } from '../payments/index.ts'
import { workflows } from '../workflows/index.ts'
import { beginOf, dayOf } from './day-of.ts'

/** The columns of counts in `workflow_days`, in the order in which the query answers them. */
export const COUNTS = [
  'runs',
  'delivered',
  'checkouts',
  'authorized',
  'sales',
  'paid',
  'refunded',
  'disputed',
  'earned',
] as const
type Count = (typeof COUNTS)[number]

export interface Which {
  /** The first day, `2026-11-23`; absent for all. */
  from?: string | undefined
  /** The day after the last one. */
  until?: string | undefined
  /** Absent for all workflows. */
  workflowIds?: readonly string[]
}

/**
 * A query that counts runs and deliveries, checkouts and authorisations, sales and money, by
 * workflow, day, version, source and book. Each counts on the day on which it happened; money
 * counts on the day of its ledger entry. Tests and the creator's own runs are left out.
 */
export function countDeeds(ctx: Pick<Ctx, 'db'>, which: Which): SQL {
  const sums = COUNTS.map((name) => sql`sum(${sql.raw(name)})::bigint as ${sql.raw(name)}`)
  const entries = saleEntries(ctx)
  const ofJob = (at: SQL, counts: Partial<Record<Count, SQL>>, where: SQL) => sql`
    select ${jobs.workflowId} as workflow_id, ${dayOf(at)} as day, ${jobs.workflowVersion} as version,
      coalesce(${payments.cameFrom}, ${jobs.cameFrom}, 'unknown') as source,
      coalesce(${payments.book}, '') as book, ${columns(counts)}
    from ${jobs} join ${workflows} on ${workflows.id} = ${jobs.workflowId}
    left join ${payments} on ${payments.id} = ${jobs.paymentId}
    where not ${jobs.test} and ${jobs.ownerId} <> ${workflows.ownerId} and ${where}
      and ${within(at, sql`${jobs.workflowId}`, which)}`
  const ofPayment = (at: SQL, counts: Partial<Record<Count, SQL>>) => sql`
    select ${payments.workflowId}, ${dayOf(at)}, ${payments.workflowVersion},
      coalesce(${payments.cameFrom}, 'unknown'), ${payments.book}, ${columns(counts)}
    from ${payments}
    where ${isSale} and ${within(at, sql`${payments.workflowId}`, which)}`
  const begun = sql`${jobs.createdAt}`
  const ended = sql`${jobs.finishedAt}`
  return sql`
    select workflow_id, day, version, source, book, ${sql.join(sums, sql`, `)}
    from (
      ${ofJob(begun, { runs: sql`1` }, sql`true`)}
      union all
      ${ofJob(ended, { delivered: sql`1` }, sql`${jobs.status} = 'COMPLETED' and ${startedNear(which)}`)}
      union all
      ${ofPayment(sql`${payments.createdAt}`, { checkouts: sql`1` })}
      union all
      ${ofPayment(sql`${payments.authorizedAt}`, { authorized: sql`1` })}
      union all
      select ${payments.workflowId}, ${dayOf(sql`sale_entries.at`)}, ${payments.workflowVersion},
        coalesce(${payments.cameFrom}, 'unknown'), ${payments.book},
        ${columns({
          sales: sql`sale_entries.is_capture::int`,
          paid: sql`sale_entries.captured`,
          refunded: sql`sale_entries.refunded`,
          disputed: sql`sale_entries.disputed`,
          earned: sql`sale_entries.share`,
        })}
      from ${entries} join ${payments} on ${payments.id} = sale_entries.payment_id
      where ${isSale} and ${payments.state} = 'captured'
        and ${within(sql`sale_entries.at`, sql`sale_entries.workflow_id`, which)}
    ) deeds
    group by workflow_id, day, version, source, book`
}

function columns(counts: Partial<Record<Count, SQL>>): SQL {
  return sql.join(
    COUNTS.map((name) => sql`${counts[name] ?? sql`0`} as ${sql.raw(name)}`),
    sql`, `,
  )
}

function within(at: SQL, workflowId: SQL, { from, until, workflowIds }: Which): SQL {
  return sql.join(
    [
      sql`${at} is not null`,
      ...(from ? [sql`${at} >= ${beginOf(from)}`] : []),
      ...(until ? [sql`${at} < ${beginOf(until)}`] : []),
      ...(workflowIds ? [sql`${workflowId} = any(${sql.param([...workflowIds])}::uuid[])`] : []),
    ],
    sql` and `,
  )
}

/** No run lasts two days, so the index by the start of runs finds all that ended since `from`. */
function startedNear({ from }: Which): SQL {
  return from ? sql`${jobs.createdAt} >= ${beginOf(from)} - interval '2 days'` : sql`true`
}
