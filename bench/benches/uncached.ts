import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from '../support/bench.ts'
import { query } from '../support/database.ts'
import { putLoadOn } from '../support/load.ts'
import { type Started, startPeer, startServer } from '../support/processes.ts'
import type { Row } from '../support/report.ts'
import { median, takeRounds } from '../support/rounds.ts'

const ROUNDS = 11
/** Until the code of both is compiled. */
const WARM_ROUNDS = 20
const NEWS_MS = 100
/** The peer's page may be so much shorter or longer than the product's, as a part of it. */
const TOLERANCE = 0.1

const SORTS = ['newest', 'trending', 'popular', 'cheapest', 'dearest']
const LISTS = SORTS.flatMap((sort) =>
  ['', '&price=free', '&price=paid'].flatMap((price) =>
    ['', '&output_type=image', '&output_type=video'].map(
      (output) => `/workflows?sort=${sort}${price}${output}`,
    ),
  ),
)

/** A list and a recipe that no cache holds, beside React and node:http alone with the same rows. */
export const uncached: Bench = async ({ databases, say }) => {
  const databaseUrl = await databases.openCatalogue('small')
  const recipes = await findRecipes(databaseUrl)
  const server = await startServer({ databaseUrl })
  const get = async (from: Started, path: string) => (await fetch(from.address + path)).text()
  const [list = '', recipe = ''] = [LISTS[0], recipes[0]]
  const peer = await startPeer('bare-react.ts', {
    databaseUrl,
    list: { path: list, html: await get(server, list) },
    recipe: { path: recipe, html: await get(server, recipe) },
  })
  try {
    for (const path of [...LISTS, ...recipes])
      compareSizes(path, await get(server, path), await get(peer, path))
    const look = (at: Started, paths: string[]) => async () => {
      await dropAnswers(databaseUrl)
      return putLoadOn(at.pid, {
        address: at.address,
        paths,
        connections: 1,
        requests: paths.length,
      })
    }
    const contenders = {
      list: look(server, LISTS),
      bareList: look(peer, LISTS),
      recipe: look(server, recipes),
      bareRecipe: look(peer, recipes),
    }
    await takeRounds(WARM_ROUNDS, contenders)
    say('  warm')
    const taken = await takeRounds(ROUNDS, contenders)
    const row = (
      what: string,
      ours: keyof typeof contenders,
      bare: keyof typeof contenders,
    ): Row => {
      const processor = (name: keyof typeof contenders) =>
        (median((taken[name] ?? []).flatMap((round) => round.microseconds ?? [])) / 1000).toFixed(1)
      return {
        what,
        unit: 'ms p50',
        subject: (taken[ours] ?? []).map((round) => round.p50),
        limit: (taken[bare] ?? []).map((round) => round.p50),
        limitName: 'bare React',
        compares: 'ratio',
        goal: { atMost: 1.3 },
        note: `${processor(ours)} against ${processor(bare)} ms of processor`,
      }
    }
    return [
      row('uncached list', 'list', 'bareList'),
      row('uncached recipe', 'recipe', 'bareRecipe'),
    ]
  } finally {
    await Promise.all([server.stop(), peer.stop()])
  }
}

/** As many recipes as lists, each with ten public creations. */
async function findRecipes(databaseUrl: string): Promise<string[]> {
  const { rows } = await query(
    databaseUrl,
    `select workflow_id from creations where public group by workflow_id having count(*) = 10
     order by workflow_id limit ${LISTS.length}`,
  )
  return rows.map(({ workflow_id: id }) => `/workflows/${id}`)
}

function compareSizes(path: string, ours: string, theirs: string): void {
  const ratio = theirs.length / ours.length
  if (Math.abs(ratio - 1) > TOLERANCE)
    throw new Error(`${path} has ${ours.length} characters, of bare React ${theirs.length}`)
}

/** What another process announces when a recipe changes: every kept answer is dropped. */
async function dropAnswers(databaseUrl: string): Promise<void> {
  await query(databaseUrl, `select pg_notify('vignette', '{"about":"workflow","id":"","seq":0}')`)
  await wait(NEWS_MS)
}
