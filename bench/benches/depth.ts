import { setTimeout as wait } from 'node:timers/promises'
import { askBare, BARE_CATALOGUE, type BareList, bareGallery } from '../support/bare-sql.ts'
import type { Bench } from '../support/bench.ts'
import { query, SIZES } from '../support/database.ts'
import { HOT, personId, recipeId } from '../support/fill-catalogue.ts'
import { putLoad } from '../support/load.ts'
import { type Started, startServer } from '../support/processes.ts'
import type { Row } from '../support/report.ts'
import { median, quantile, takeRounds } from '../support/rounds.ts'

const ROUNDS = 5
/** Code that runs for weeks is compiled: in the first two thousand calls its compiling is the slowest. */
const WARM_LOOKS = 20
/** The 99th percentile of a hundred calls would be its worst, and tell of the machine's pauses. */
const LOOKS = 4
const REQUESTS = 100
const PAGES = 10
/** Answers of the catalogue are kept for a second; each call must be made anew. */
const CACHED_MS = 1_100
const GOAL = { atMost: 1.5 }

interface List {
  name: string
  /** The path of a page, counted from one. */
  page: (page: number, perPage: number) => string
  perPage: number
  bare?: BareList
}

const gallery = `/api/v1/workflows/${recipeId(HOT.recipe)}/creations?public=true`
const profile = `/api/v1/users/${personId(HOT.person)}/creations`
const browse =
  (sort: string, more = '') =>
  (page: number, perPage: number) =>
    `/api/v1/workflows?page=${page}&per_page=${perPage}&sort_by=${sort}&sort_order=DESC${more}`

const LISTS: List[] = [
  { name: 'newest recipes', page: browse('created_at'), perPage: 12, bare: BARE_CATALOGUE },
  { name: 'free videos', page: browse('created_at', '&output_type=video&price=free'), perPage: 12 },
  { name: 'popular recipes', page: browse('popular'), perPage: 12 },
  { name: 'recipes by price', page: browse('price'), perPage: 12 },
  {
    name: 'a gallery of half a million',
    page: (page, perPage) => `${gallery}&limit=${perPage}&offset=${(page - 1) * perPage}`,
    perPage: 20,
    bare: bareGallery(recipeId(HOT.recipe)),
  },
  {
    name: 'a profile of a quarter million',
    page: (page, perPage) => `${profile}?limit=${perPage}&offset=${(page - 1) * perPage}`,
    // Ten thousand of its largest pages must be there.
    perPage: 20,
  },
]

/**
 * One client asks a page after another, none twice, so that no cache answers: first pages of a large
 * and a small catalogue, and pages around the ten-thousandth.
 */
export const depth: Bench = async ({ databases, say }) => {
  const largeUrl = await databases.openCatalogue('large')
  const small = await startServer({ databaseUrl: await databases.openCatalogue('small') })
  const large = await startServer({ databaseUrl: largeUrl })
  try {
    await checkTotals(large, largeUrl)
    const rows: Row[] = []
    for (const list of LISTS) {
      const ask = (server: Started, first: number) => {
        let asked = Number.NEGATIVE_INFINITY
        return async () => {
          await wait(Math.max(0, asked + CACHED_MS - performance.now()))
          const { took } = await putLoad({
            address: server.address,
            paths: pagesFrom(list, first).map(({ page, perPage }) => list.page(page, perPage)),
            connections: 1,
            requests: REQUESTS,
          })
          asked = performance.now()
          return took
        }
      }
      const contenders = {
        small: ask(small, 1),
        first: ask(large, 1),
        deep: ask(large, 10_000 - PAGES + 1),
        ...(list.bare ? { bare: askPlainly(largeUrl, list, list.bare) } : {}),
      }
      // The first call of a deep page has its list's places learnt, beside the calls.
      await takeRounds(WARM_LOOKS, contenders)
      const taken = await takeRounds(ROUNDS * LOOKS, contenders)
      const part = (name: string, of: number) =>
        Array.from({ length: ROUNDS }, (_, round) => {
          const looks = taken[name]?.slice(round * LOOKS, (round + 1) * LOOKS) ?? []
          return quantile(looks.flat(), of)
        })
      say(`  ${list.name} measured`)
      const row = (what: string, subject: string, limit: string, limitName: string): Row => ({
        what: `${list.name}: ${what}`,
        unit: 'ms p99',
        subject: part(subject, 0.99),
        limit: part(limit, 0.99),
        limitName,
        judged: 'ratio',
        goal: GOAL,
        note: `p50 ${median(part(subject, 0.5)).toFixed(1)} against ${median(part(limit, 0.5)).toFixed(1)} ms`,
      })
      rows.push(row('large catalogue', 'first', 'small', '1,000 recipes'))
      rows.push(row('page 10,000', 'deep', 'first', 'page 1'))
      if (list.bare) rows.push({ ...row('page 1', 'first', 'bare', 'bare SQL'), goal: undefined })
    }
    return rows
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

/** Pages side by side, each in several sizes, so that no two calls are the same. */
function pagesFrom({ perPage }: List, first: number): { page: number; perPage: number }[] {
  return Array.from({ length: REQUESTS }, (_, at) => ({
    page: first + (at % PAGES),
    perPage: perPage - 5 + Math.floor(at / PAGES),
  }))
}

/** The first pages' rows as PostgreSQL gives them to the driver, with nothing around it. */
function askPlainly(url: string, list: List, bare: BareList) {
  return () => askBare(url, bare, pagesFrom(list, 1))
}

/** The totals that the API tells are those that counting gives. */
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
    [await told(browse('created_at')(1, 1)), SIZES.large.recipes],
    [await told(`${gallery}&limit=1`), counted.rows[0].total],
  ]
  for (const [api, truth] of pairs)
    if (api !== truth) throw new Error(`the API tells a total of ${api} where there are ${truth}`)
}
