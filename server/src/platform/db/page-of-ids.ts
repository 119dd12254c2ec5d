import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import { ANCHOR_SPACING, type Anchor, type AnchorLists } from './rank-anchors.ts'

/** A list sorted by columns whose last one is the id; all ascending or all descending. */
export interface SortedList {
  columns: readonly [PgColumn, ...PgColumn[]]
  where: SQL | undefined
}

export interface CountedList extends SortedList {
  /** Names it among the lists whose places are learnt. */
  name: string
  /** Changes whenever a row may have moved other than by new ones at the end. */
  version: string
  total: number
  /** Rows before which none can appear any more without another version. */
  settled: SQL | undefined
}

export interface Page {
  offset: number
  limit: number
  descending: boolean
}

/** A key's columns as PostgreSQL writes them: JavaScript's dates would lose the microseconds. */
export type Key = string[]

/** Up to here counting rows costs no more than the call around it. */
const NEAR = 2 * ANCHOR_SPACING

/** The ids of a page, by counting rows from the start of the list. */
export function idsByOffset(list: SortedList, page: Page): SQL {
  const { offset, limit, descending } = page
  return select(list, { skip: offset, limit, descending })
}

/** The ids of a page however deep: from the nearer end, or from the nearest known place. */
export function idsByRank(
  db: Db,
  anchors: AnchorLists<Key>,
  list: CountedList,
  page: Page,
): SQL | undefined {
  const { offset, descending } = page
  const left = list.total - offset
  if (left <= 0) return undefined
  const limit = Math.min(page.limit, left)
  const behind = left - limit
  const fromEnd = { skip: behind, limit, descending: !descending }
  if (offset <= NEAR) return select(list, { skip: offset, limit, descending })
  if (behind <= NEAR) return select(list, fromEnd)
  const known = anchors.of(list.name, list.version, () => readAnchors(db, list))
  const first = descending ? left - 1 : offset
  const anchor = descending ? known?.after(first) : known?.before(first)
  if (anchor && Math.abs(anchor.rank - first) <= NEAR) {
    const skip = Math.abs(anchor.rank - first)
    return select(list, { skip, limit, descending, from: anchor.key })
  }
  return behind < offset ? select(list, fromEnd) : idsByOffset(list, page)
}

function select(
  { columns, where }: SortedList,
  at: { skip: number; limit: number; descending: boolean; from?: Key },
): SQL {
  const id = idOf(columns)
  const order = columns.map((column) => (at.descending ? desc(column) : asc(column)))
  const conditions = [where, at.from && beyond(columns, at.from, at.descending)]
  const wanted = conditions.filter((one) => one !== undefined)
  return sql`(select ${id} from ${id.table} where ${sql.join(wanted, sql` and `)}
    order by ${sql.join(order, sql`, `)} limit ${at.limit} offset ${at.skip})`
}

function beyond(columns: readonly PgColumn[], key: Key, descending: boolean): SQL {
  const values = columns.map((column, at) => sql`${key[at]}::${sql.raw(column.getSQLType())}`)
  const compare = sql.raw(descending ? '<=' : '>=')
  return sql`(${sql.join([...columns], sql`, `)}) ${compare} (${sql.join(values, sql`, `)})`
}

function idOf(columns: SortedList['columns']): PgColumn {
  return columns.at(-1) ?? columns[0]
}

async function readAnchors(db: Db, list: CountedList): Promise<Anchor<Key>[]> {
  const { columns } = list
  const conditions = [list.where, list.settled].filter((one) => one !== undefined)
  const key = columns.map((column) => sql`${column}::text`)
  const rows = await db.execute<{ rank: number; key: Key }>(sql`
    select rank::int, key from (
      select row_number() over (order by ${sql.join([...columns], sql`, `)}) - 1 as rank,
        array[${sql.join(key, sql`, `)}] as key
      from ${idOf(columns).table} where ${sql.join(conditions, sql` and `)}
    ) as ranked where rank % ${ANCHOR_SPACING} = 0 order by rank`)
  return rows.rows
}
