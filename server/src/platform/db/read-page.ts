import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../http/app-error.ts'
import { readSigned, type Secret, signValue } from '../secrets.ts'

interface SortedList {
  /** Identifies the list, its filters and its order: a cursor of another list is refused. */
  name: readonly unknown[]
  /** All ascending or all descending; the last column is unique. */
  columns: readonly SQLWrapper[]
  descending: boolean
}

export interface Place {
  limit: number
  offset: number
  cursor?: string | undefined
}

/** The parts of the page query that are added to the list's own conditions. */
interface PageOf {
  after: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
  /** The row's sort values as PostgreSQL writes them: a JavaScript date would lose the microseconds. */
  key: SQL<string[]>
}

export interface Page<R> {
  rows: R[]
  next_cursor: string | null
}

/** A page by offset or after a cursor; one extra row tells whether another page follows. */
export async function readPage<R extends { key: string[] }>(
  config: { secret: Secret },
  list: SortedList,
  place: Place,
  read: (page: PageOf) => PromiseLike<R[]>,
): Promise<Page<R>> {
  const { columns, descending } = list
  const from = place.cursor === undefined ? undefined : openCursor(config, list, place.cursor)
  const found = await read({
    after: from && beyond(list, from),
    orderBy: columns.map((column) => (descending ? desc(column) : asc(column))),
    limit: place.limit + 1,
    offset: from ? 0 : place.offset,
    key: sql<string[]>`array[${sql.join(
      columns.map((column) => sql`${column}::text`),
      sql`, `,
    )}]`,
  })
  const rows = found.slice(0, place.limit)
  const last = rows.at(-1)
  const more = last && found.length > rows.length
  return { rows, next_cursor: more ? makeCursor(config, list, last.key) : null }
}

function beyond({ columns, descending }: SortedList, key: readonly string[]): SQL {
  const compare = sql.raw(descending ? '<' : '>')
  const values = key.map((value) => sql`${value}`)
  return sql`(${sql.join([...columns], sql`, `)}) ${compare} (${sql.join(values, sql`, `)})`
}

/** Signed, so that only a cursor that this list has answered is compared with its rows. */
function makeCursor(config: { secret: Secret }, list: SortedList, key: readonly string[]): string {
  const value = Buffer.from(JSON.stringify(key)).toString('base64url')
  return signValue(config.secret, purposeOf(list), value)
}

function openCursor(config: { secret: Secret }, list: SortedList, cursor: string): string[] {
  const value = readSigned(config.secret, purposeOf(list), cursor)
  if (value !== undefined) return JSON.parse(Buffer.from(value, 'base64url').toString())
  const message = 'is not one of this list with these filters; begin again without a cursor'
  throw new AppError('validation_failed', `cursor: ${message}`, {
    details: [{ path: 'cursor', message }],
  })
}

/** The number rises when the content of a cursor changes. */
function purposeOf({ name, descending }: SortedList): string {
  return `cursor 1 ${JSON.stringify([...name, descending])}`
}

/** Null after a cursor alone, where the offset is unknown. */
export function nextOffsetOf({ cursor, offset, limit }: Place, next: string | null): number | null {
  const isKnown = cursor === undefined || offset > 0
  return next !== null && isKnown ? offset + limit : null
}

/** Every row in the order of the ids, read page by page: `read` answers the rows after an id. */
export async function* readInPages<R extends { id: string }>(
  read: (after: string) => PromiseLike<R[]>,
): AsyncGenerator<R> {
  let after = ''
  for (;;) {
    const page = await read(after)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
