import { PAGE } from '@vignette/contract/limits.ts'
import type { Bench } from '../support/bench.ts'
import { compareTimes, lookAt } from '../support/compare-times.ts'
import { SIZES } from '../support/database.ts'
import {
  BUSY_HANDLES,
  countFifty,
  FIFTY_HANDLES,
  HANDLES,
  SUBJECTS,
} from '../support/fill-catalogue.ts'
import { type Started, startServer } from '../support/processes.ts'
import { RECIPES_OF_WORD, rareWord } from '../support/rare-words.ts'
import { formatTable, type Row } from '../support/report.ts'

const API = '/api/v1'
const REQUESTS = 100
/** How many different words one measurement searches for. */
const WORDS = 50
/** How many letters a search while typing sends: with fewer, too many recipes match. */
const TYPED = 5
/** The page of the wall at which the deep calls start. */
const DEEP = 1_000
const PAGES = 10
const WALL_PAGE = 20

/** Words spread evenly over the catalogue, from its first recipe to its last. */
function listWords(recipes: number): string[] {
  const words = recipes / RECIPES_OF_WORD
  return Array.from({ length: WORDS }, (_, at) => rareWord(Math.floor((at * words) / WORDS)))
}

/** Puts an x in place of a letter; no word of the catalogue has an x. */
const misspell = (word: string) => `${word.slice(0, 4)}x${word.slice(5)}`

/** Searches each word equally often, each time with another page size, so that no cache answers. */
function searchesFor(words: readonly string[]): string[] {
  return Array.from({ length: REQUESTS }, (_, at) => {
    const perPage = 7 + Math.floor(at / words.length)
    return `${API}/workflows?q=${words[at % words.length]}&per_page=${perPage}`
  })
}

const storefrontsOf = (handles: readonly string[]) =>
  handles.map((handle) => `${API}/storefronts/${handle}`)

/** The measured searches and lists, with their paths for a catalogue of this many recipes. */
const QUESTIONS: { name: string; paths: (recipes: number) => string[] }[] = [
  { name: 'search, a word of twenty', paths: (recipes) => searchesFor(listWords(recipes)) },
  {
    name: 'search, that word misspelt',
    paths: (recipes) => searchesFor(listWords(recipes).map(misspell)),
  },
  {
    name: `search, its first ${TYPED} letters`,
    paths: (recipes) => searchesFor(listWords(recipes).map((word) => word.slice(0, TYPED))),
  },
  { name: 'search, a word of an eighth of all', paths: () => searchesFor(SUBJECTS) },
  { name: 'a storefront of ten recipes', paths: () => storefrontsOf(HANDLES) },
]

/**
 * Measures the searches and lists by which a stranger finds recipes, in a large and a small
 * catalogue in turn.
 */
export const finding: Bench = async ({ databases, say }) => {
  const small = await startServer({ databaseUrl: await databases.openCatalogue('small') })
  const large = await startServer({ databaseUrl: await databases.openCatalogue('large') })
  try {
    await checkAnswers(small, SIZES.small.recipes)
    await checkAnswers(large, SIZES.large.recipes)
    const rows: Row[] = []
    // Told one by one, because all of them take a quarter of an hour.
    const keep = (...found: Row[]) => {
      rows.push(...found)
      say(formatTable(found))
    }
    for (const { name, paths } of QUESTIONS) {
      const ofLarge = paths(SIZES.large.recipes)
      const row = await compareTimes(
        name,
        {
          small: lookAt(small, paths(SIZES.small.recipes)),
          large: lookAt(large, ofLarge),
        },
        { calls: ofLarge.length },
      )
      keep(row('large catalogue', 'large', 'small', '1,000 recipes'))
    }
    keep(await compareBusy(large))
    keep(...(await compareWalls(small, large)))
    return rows
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

/** Compares a storefront of thousands of recipes with one of fifty: both show as many of them. */
async function compareBusy(large: Started): Promise<Row> {
  const calls = BUSY_HANDLES.length
  const name = `a storefront of ${(SIZES.large.recipes / 200).toLocaleString('en')} recipes`
  const contenders = {
    busy: lookAt(large, storefrontsOf(BUSY_HANDLES)),
    fifty: lookAt(large, storefrontsOf(FIFTY_HANDLES)),
  }
  const row = await compareTimes(name, contenders, { calls })
  return row('large catalogue', 'busy', 'fifty', 'fifty recipes')
}

async function compareWalls(small: Started, large: Started): Promise<Row[]> {
  const first = await walkTo(large, 0)
  const row = await compareTimes('the wall', {
    small: lookAt(small, await walkTo(small, 0)),
    first: lookAt(large, first),
    deep: lookAt(large, await walkTo(large, (DEEP - 1) * WALL_PAGE)),
  })
  return [
    row('large catalogue', 'first', 'small', '1,000 recipes'),
    row('page 1,000 by cursor', 'deep', 'first', 'page 1'),
  ]
}

/** The paths of the wall's pages after `skipped` creations, in several page sizes. */
async function walkTo(server: Started, skipped: number): Promise<string[]> {
  const path = (size: number, cursor: string) =>
    `${API}/creations?limit=${size}${cursor && `&cursor=${cursor}`}`
  const next = async (size: number, cursor: string) => {
    const { next_cursor } = await ask<{ next_cursor: string | null }>(server, path(size, cursor))
    if (!next_cursor) throw new Error('the wall ends too soon')
    return next_cursor
  }
  let cursor = ''
  for (let rows = 0; rows < skipped; rows += PAGE.max) cursor = await next(PAGE.max, cursor)
  const paths: string[] = []
  for (let page = 0; page < PAGES; page++) {
    const sizes = Array.from({ length: REQUESTS / PAGES }, (_, at) => WALL_PAGE - 5 + at)
    paths.push(...sizes.map((size) => path(size, cursor)))
    cursor = await next(WALL_PAGE, cursor)
  }
  return paths
}

/** Checks before the measurement that the answers hold what `fill-catalogue.ts` wrote. */
async function checkAnswers(server: Started, recipes: number): Promise<void> {
  const words = listWords(recipes)
  const word = words.at(-1) ?? ''
  const search = (q: string) =>
    ask<{ total: number; corrected_q: string | null }>(server, `${API}/workflows?q=${q}`)
  const storefront = (handle = '') =>
    ask<{ recipes_total: number }>(server, `${API}/storefronts/${handle}`)
  const misspelt = await search(misspell(word))
  const told = [
    (await search(word)).total,
    misspelt.total,
    misspelt.corrected_q,
    (await search(SUBJECTS[0] ?? '')).total,
    (await storefront(HANDLES[0])).recipes_total,
    (await storefront(BUSY_HANDLES[0])).recipes_total,
    (await storefront(FIFTY_HANDLES[0])).recipes_total,
  ]
  const busy = recipes / 10 / BUSY_HANDLES.length
  const truth = [
    RECIPES_OF_WORD,
    RECIPES_OF_WORD,
    word,
    recipes / SUBJECTS.length,
    10,
    busy + 10,
    countFifty(recipes),
  ]
  if (JSON.stringify(told) !== JSON.stringify(truth))
    throw new Error(`the API tells ${told.join(', ')} where there are ${truth.join(', ')}`)
}

async function ask<Answer>(server: Started, path: string): Promise<Answer> {
  const answer = await fetch(server.address + path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Answer
}
