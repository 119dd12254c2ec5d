import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { currentBook } from '../payments/index.ts'
import { workflowVisits } from '../visits/index.ts'
import { COUNTS, countDeeds } from './count-deeds.ts'
import { findUncounted } from './find-uncounted.ts'
import { later } from './rules.ts'
import { workflowDays } from './tables.ts'

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
      from (${countDeeds(ctx, { from: live, workflowIds })}) since
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
