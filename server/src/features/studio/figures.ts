import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { max, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { countedDays, workflowDays } from '../../schema/studio.ts'
import { workflowVisits } from '../../schema/visits.ts'
import { workflows } from '../../schema/workflows.ts'
import { saleEntries } from '../ledger/index.ts'
import { currentBook, isSale } from '../payments/index.ts'
import { addDays, later } from './rules-numbers.ts'

export type Figures = Record<(typeof COUNTS)[number] | 'visits' | 'visitors', number>

export interface Group {
  day: string | null
  source: VisitSource | null
  version: number | null
  workflowId: string | null
  figures: Figures
}

export type By = 'day' | 'source' | 'version' | 'workflow_id'

const KEYS = ['day', 'source', 'version', 'workflow_id'] as const

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

const NAMES = [...COUNTS, 'visits', 'visitors'] as const
const sumOf = (names: readonly string[]) =>
  sql.raw(names.map((name) => `sum(${name})::bigint as ${name}`).join(', '))

/**
 * Sums the figures of workflows by each of the wanted groups. Days that are over come from
 * `workflow_days`, later days from the rows of jobs, payments and the ledger.
 */
export async function sumFigures(
  ctx: Ctx,
  { workflowIds, from, by }: { workflowIds: readonly string[]; from?: string; by: readonly By[] },
): Promise<Group[]> {
  if (workflowIds.length === 0) return []
  const ids = sql`any(${sql.param([...workflowIds])}::uuid[])`
  const uncounted = await findUncounted(ctx)
  const live = later(uncounted, from)
  const since = (day: SQL) => (from ? sql`and ${day} >= ${from}::date` : sql``)
  const none = (count: number) => sql.raw(Array.from({ length: count }, () => '0').join(', '))
  const told = KEYS.map((key) => (by.includes(key) ? `${key}::text` : `null`) + ` as ${key}`)
  const sets = sql.raw(by.map((one) => `(${one})`).join(', '))
  const { rows } = await ctx.db.execute<Record<string, string | null>>(sql`
    with figures (workflow_id, day, version, source, ${sql.raw(NAMES.join(', '))}) as (
      select workflow_id, day, version, source, ${sql.raw(COUNTS.join(', '))}, ${none(2)}
      from ${workflowDays}
      where workflow_id = ${ids} and book in ('', ${currentBook(ctx)}) ${since(sql`day`)}
        and day < ${uncounted ?? '-infinity'}::date
      union all
      select workflow_id, day, version, source, ${sql.raw(COUNTS.join(', '))}, ${none(2)}
      from (${countActions(ctx, { from: live, workflowIds })}) since
      where book in ('', ${currentBook(ctx)})
      union all
      select workflow_id, day, version, source, ${none(COUNTS.length)}, visits, visitors
      from ${workflowVisits} where workflow_id = ${ids} ${since(sql`day`)}
    )
    select ${sql.raw(told.join(', '))}, ${sumOf(NAMES)}
    from figures group by grouping sets (${sets})`)
  return rows.map((row) => ({
    day: row['day'] ?? null,
    source: (row['source'] ?? null) as VisitSource | null,
    version: row['version'] ? Number(row['version']) : null,
    workflowId: row['workflow_id'] ?? null,
    figures: Object.fromEntries(NAMES.map((name) => [name, Number(row[name] ?? 0)])) as Figures,
  }))
}

export const NOTHING = Object.fromEntries(NAMES.map((name) => [name, 0])) as Figures

export function addFigures(a: Figures, b: Figures): Figures {
  return Object.fromEntries(NAMES.map((name) => [name, a[name] + b[name]])) as Figures
}

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
export function countActions(ctx: Pick<Ctx, 'db'>, which: Which): SQL {
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
    ) actions
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

/** The day (UTC) of a time. */
export const dayOf = (at: SQL) => sql`(${at} at time zone 'UTC')::date`

/** The first moment of a day such as `2026-11-23`. */
export const beginOf = (day: string) => sql`(${day}::timestamp at time zone 'UTC')`

/** How the id of a workflow is written in a browser's event. */
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** The first day that no recount has counted; undefined before the first. */
export async function findUncounted(ctx: Pick<Ctx, 'db'>): Promise<string | undefined> {
  const [row] = await ctx.db.select({ last: max(countedDays.day) }).from(countedDays)
  return row?.last ? addDays(row.last, 1) : undefined
}
