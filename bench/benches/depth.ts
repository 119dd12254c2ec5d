import { PAGE } from '@vignette/contract/limits.ts'
import type { Bench } from '../support/bench.ts'
import { compareTimes, lookAt } from '../support/compare-times.ts'
import { query, SIZES } from '../support/database.ts'
import { HOT, personId, recipeId } from '../support/fill-catalogue.ts'
import { type Started, startServer } from '../support/processes.ts'
import type { Row } from '../support/report.ts'

const REQUESTS = 100
const PAGES = 10
/** The page at which the deep calls start. */
const DEEP = 1_000

/** A page number from 1, or the cursor of the previous answer. */
type Place = { page: number } | { cursor: string }

interface List {
  name: string
  /** The path of a number of rows at a place. */
  rows: (perPage: number, place: Place) => string
  perPage: number
}

const gallery = `/api/v1/workflows/${recipeId(HOT.recipe)}/creations?public=true`
const profile = `/api/v1/users/${personId(HOT.person)}/creations`
const browse =
  (sort: string, more = '') =>
  (perPage: number, place: Place) =>
    `/api/v1/workflows?${new URLSearchParams(Object.entries(place)).toString()}&per_page=${perPage}&sort_by=${sort}&sort_order=DESC${more}`
const byOffset = (path: string) => (perPage: number, place: Place) =>
  'cursor' in place
    ? `${path}limit=${perPage}&cursor=${place.cursor}`
    : `${path}limit=${perPage}&offset=${(place.page - 1) * perPage}`

const LISTS: List[] = [
  { name: 'newest recipes', rows: browse('created_at'), perPage: 12 },
  { name: 'free videos', rows: browse('created_at', '&output_type=video&price=free'), perPage: 12 },
  { name: 'popular recipes', rows: browse('popular'), perPage: 12 },
  { name: 'recipes by price', rows: browse('price'), perPage: 12 },
  {
    name: 'a gallery of half a million',
    rows: byOffset(`${gallery}&`),
    perPage: 20,
  },
  {
    name: 'a profile of a quarter million',
    rows: byOffset(`${profile}?`),
    perPage: 20,
  },
]

/**
 * One client asks for pages in turn, no page twice, so that no cache answers: first pages of a large
 * and a small catalogue, and the pages after the cursors of pages 1,000 and 1,001.
 */
export const depth: Bench = async ({ databases, say }) => {
  const largeUrl = await databases.openCatalogue('large')
  const small = await startServer({ databaseUrl: await databases.openCatalogue('small') })
  const large = await startServer({ databaseUrl: largeUrl })
  try {
    await checkTotals(large, largeUrl)
    const rows: Row[] = []
    for (const list of LISTS) {
      const first = Array.from({ length: PAGES }, (_, at) => ({ page: at + 1 }))
      const deep = await walkTo(large, list)
      const look = (server: Started, places: readonly Place[]) =>
        lookAt(server, pathsOf(list, places))
      const row = await compareTimes(list.name, {
        small: look(small, first),
        first: look(large, first),
        deep: look(large, deep),
      })
      say(`  ${list.name} measured`)
      rows.push(row('large catalogue', 'first', 'small', '1,000 recipes'))
      rows.push(row('page 1,000 by cursor', 'deep', 'first', 'page 1'))
    }
    return rows
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

/** Each place in several sizes, so that no two calls are the same. */
function pathsOf({ perPage, rows }: List, places: readonly Place[]): string[] {
  const sizes = Array.from({ length: REQUESTS / places.length }, (_, at) => perPage - 5 + at)
  return sizes.flatMap((size) => places.map((place) => rows(size, place)))
}

/** The cursors of page 1,000 and the next, found as a client finds them: one answer after another. */
async function walkTo(server: Started, list: List): Promise<Place[]> {
  const next = async (perPage: number, place: Place): Promise<Place> => {
    const answer = await fetch(server.address + list.rows(perPage, place))
    const { next_cursor: cursor } = (await answer.json()) as { next_cursor: string | null }
    if (!cursor) throw new Error(`${list.name} ends before page ${DEEP + PAGES}`)
    return { cursor }
  }
  let place: Place = { page: 1 }
  for (let rows = 0; rows < (DEEP - 1) * list.perPage; rows += PAGE.max)
    place = await next(PAGE.max, place)
  const places = [place]
  while (places.length < PAGES) {
    place = await next(list.perPage, place)
    places.push(place)
  }
  return places
}

/** The totals in the API's answers equal the counted rows. */
async function checkTotals(server: Started, url: string): Promise<void> {
  const told = async (path: string) => {
    const answer = await fetch(server.address + path)
    return ((await answer.json()) as { total: number }).total
  }
  const counted = await query(
    url,
    `select count(*)::int as total from creations where workflow_id = '${recipeId(HOT.recipe)}'
     and public and hidden_at is null and delivered_at is not null and deleted_at is null`,
  )
  const pairs = [
    [await told(browse('created_at')(1, { page: 1 })), SIZES.large.recipes],
    [await told(`${gallery}&limit=1`), counted.rows[0].total],
  ]
  for (const [api, truth] of pairs)
    if (api !== truth) throw new Error(`the API tells a total of ${api} where there are ${truth}`)
}
