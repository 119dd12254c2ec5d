import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { countQueries, type QueryCounter } from '../support/count-queries.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** Several rows, so that a query per row shows in the count. */
const MANY = 6

let worker: TestApp
/** Runs no worker, so that only the calls below send queries. */
let web: TestApp
let counter: QueryCounter
let owner: Visitor
let recipe: string
let creation: string
let ownerId: string
let job: string
beforeAll(async () => {
  const providers = [createScriptedProvider({ start: () => picture(), seconds: 1 })]
  worker = await startTestApp({ env: { ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '0' }, providers })
  web = await startTestApp({
    env: { ...UNLIMITED_RATES, ROLE: 'web', SECRET: worker.ctx.config.secret[0] },
    providers,
    worker: false,
    beside: worker,
  })
  counter = countQueries('vignette-web')
  owner = new Visitor(web.url)
  recipe = (await publish(owner)).id
  for (let at = 1; at < MANY; at++) {
    await remixNow(owner, (await publish(owner)).id, { public: true })
    await remixNow(owner, recipe, { public: true })
  }
  const delivered = await remixNow(owner, recipe, { public: true })
  creation = delivered.id
  ownerId = delivered.user_id
  const marit = new Browser(web.url)
  await signIn(marit, 'marit@example.com')
  for (const username of ['marit.olen', 'marit'])
    await marit.json('/users', { method: 'PUT', body: { username } })
  for (let at = 0; at < 3; at++) {
    const made = await publish(marit)
    await remixNow(marit, made.id, { public: true })
  }
  for (let at = 0; at < 2; at++) {
    const made = await owner.call<{ id: string }>('POST', '/collections', { name: 'North' })
    const saved = { type: 'creation', id: creation }
    await owner.call('POST', `/collections/${made.body.id}/items`, saved)
  }
  const started = await owner.call<{ job_id: string }>('POST', `/workflows/${recipe}/creations`, {
    user_id: owner.anonymousId,
    user_inputs: { wish: 'boat' },
  })
  job = started.body.job_id
  await streamToEnd(job)
})
afterAll(async () => {
  counter.stop()
  await web.close()
  await worker.close()
})

/** Reads the event stream, which closes with the job. */
async function streamToEnd(jobId: string): Promise<void> {
  await (await owner.fetch(`/api/v1/jobs/${jobId}/events`)).text()
}

async function queriesOf(actor: Visitor, path: string): Promise<string[]> {
  return counter.during(async () => {
    expect((await actor.call('GET', path)).status).toBe(200)
  })
}

/**
 * The number of queries of each call, by a stranger and by a visitor. A change here is a decision,
 * not a repair of this test. Lists are cached for a second, so each size is asked for once.
 */
const COSTS: [name: string, stranger: number, visitor: number, path: (n: number) => string][] = [
  ['the catalogue', 5, 6, (n) => `/workflows?per_page=${n}`],
  ['a search', 5, 6, (n) => `/workflows?q=picture&sort_by=popular&per_page=${n}`],
  ['a recipe', 3, 4, () => `/workflows/${recipe}`],
  ['the creations of a recipe', 5, 7, () => `/workflows/${recipe}/creations`],
  ['the wall', 4, 5, (n) => `/creations?limit=${n}`],
  ['a creation', 5, 6, () => `/creations/${creation}`],
  ['a profile', 3, 5, () => `/users/${ownerId}`],
  ['a gallery', 5, 6, () => `/users/${ownerId}/creations`],
  ['a storefront', 12, 13, (n) => `/storefronts/${n === 10 ? 'marit' : 'marit.olen'}`],
]
const OWN_COSTS: [name: string, visitor: number, path: (n: number) => string][] = [
  ['their job', 7, () => `/jobs/${job}`],
  ['their jobs', 2, () => '/users/me/jobs'],
  ['their proof that waits', 2, () => '/users/me/proof'],
  ['their collections', 6, () => '/collections'],
]

describe('a stranger without cookies asks the database', () => {
  test.each(COSTS)('for %s %i times', async (_name, stranger, _visitor, path) => {
    const queries = await queriesOf(new Visitor(web.url), path(10))
    expect(queries.length, queries.join('\n')).toBe(stranger)
  })
})

describe('a visitor asks', () => {
  test.each([
    // Identifying the caller costs one query, and counting private rows another.
    ...COSTS.map(([name, _stranger, visitor, path]) => [name, visitor, path] as const),
    ...OWN_COSTS,
  ])('for %s %i times', async (_, visitor, path) => {
    const queries = await queriesOf(owner, path(11))
    expect(queries.length, queries.join('\n')).toBe(visitor)
  })
})

test.each([
  ['the catalogue', (n: number) => `/workflows?per_page=${n}`],
  ['the wall', (n: number) => `/creations?limit=${n}`],
  ['the creations of a recipe', (n: number) => `/workflows/${recipe}/creations?limit=${n}`],
  ['a gallery', (n: number) => `/users/${owner.anonymousId}/creations?limit=${n}`],
])('%s costs the same for one row and for many', async (_, path) => {
  const one = await queriesOf(owner, path(1))
  const many = await queriesOf(owner, path(MANY))
  expect(many.length, many.join('\n')).toBe(one.length)
})

test('a visitor asks for a free remix on this machine eleven times', async () => {
  const body = { user_id: owner.anonymousId, user_inputs: { wish: 'boat' } }
  let asked = ''
  const queries = await counter.during(async () => {
    const path = `/workflows/${recipe}/creations`
    const { status, body: answer } = await owner.call<{ job_id: string }>('POST', path, body)
    expect(status).toBe(200)
    asked = answer.job_id
  })
  // The next count must not include the worker's statements of this remix.
  await streamToEnd(asked)
  // The number of waiting jobs is read twice a second for all callers together.
  // One of them locks the recipe, so that no run starts while a pause commits.
  const own = queries.filter((text) => !text.startsWith('select count'))
  expect(own.length, own.join('\n')).toBe(11)
})

test('a worker executes a remix of one free step in twelve writing statements besides leasing', async () => {
  const carrying = countQueries('vignette-all')
  try {
    await remixNow(owner, recipe)
    const statements = await carrying.during(() => remixNow(owner, recipe))
    // Leaves out variants, the reads of sweeps and leasing, progress and lease renewals.
    const others = /^select|^with "ready"|media_variants|"progress_step" = |set "leased_until"/
    const own = statements.filter((text) => !others.test(text))
    expect(own.length, own.join('\n')).toBe(12)
  } finally {
    carrying.stop()
  }
})
