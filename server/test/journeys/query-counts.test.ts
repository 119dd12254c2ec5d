import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNLIMITED_RATES } from '../support/browser.ts'
import { countQueries, type QueryCounter } from '../support/count-queries.ts'
import { publishRecipe, remixAtOnce } from '../support/publish-and-remix.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

/** More rows than one, so that a query for each of them shows. */
const MANY = 6

let worker: TestApp
/** Counts alone: nothing but the calls below runs in it. */
let web: TestApp
let counter: QueryCounter
let owner: TestActor
let recipe: string
let creation: string
let job: string
beforeAll(async () => {
  const providers = [createScriptedProvider({ start: () => picture() })]
  worker = await startTestApp({ env: UNLIMITED_RATES, providers })
  web = await startTestApp({
    env: { ...UNLIMITED_RATES, ROLE: 'web', SECRET: worker.ctx.config.secret },
    providers,
    worker: false,
    beside: worker,
  })
  counter = countQueries('vignette-web')
  owner = new TestActor(web.url)
  recipe = await publishRecipe(owner)
  for (let at = 1; at < MANY; at++) {
    await remixAtOnce(owner, await publishRecipe(owner), { public: true })
    await remixAtOnce(owner, recipe, { public: true })
  }
  creation = (await remixAtOnce(owner, recipe, { public: true })).id
  const started = await owner.call<{ job_id: string }>('POST', `/workflows/${recipe}/creations`, {
    user_id: owner.anonymousId,
    user_inputs: { wish: 'boat' },
  })
  job = started.body.job_id
  // The stream ends with the job.
  await (await owner.fetch('GET', `/api/v1/jobs/${job}/events`)).text()
})
afterAll(async () => {
  counter.stop()
  await web.close()
  await worker.close()
})

async function queriesOf(actor: TestActor, path: string): Promise<string[]> {
  return counter.during(async () => {
    expect((await actor.call('GET', path)).status).toBe(200)
  })
}

/** What a call may cost; a larger number here is a decision, not a repair of this test. */
const LIMITS: [name: string, most: number, path: () => string][] = [
  ['the catalogue', 4, () => '/workflows'],
  ['a search', 4, () => '/workflows?q=test&sort_by=popular'],
  ['a recipe', 3, () => `/workflows/${recipe}`],
  ['the creations of a recipe', 6, () => `/workflows/${recipe}/creations`],
  ['a creation', 6, () => `/creations/${creation}`],
]

describe('a stranger without cookies asks the database', () => {
  test.each(LIMITS)('for %s at most %i times', async (_, most, path) => {
    const queries = await queriesOf(new TestActor(web.url), path())
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(most)
    expect(queries.length).toBeGreaterThan(0)
  })
})

describe('a visitor asks', () => {
  // Who calls costs one query more, and counting what only they may see another.
  test.each([
    ...LIMITS.map(
      ([name, most, path]) =>
        [name, most + (name === 'the creations of a recipe' ? 2 : 1), path] as const,
    ),
    ['their job', 8, () => `/jobs/${job}`] as const,
    ['their gallery', 8, () => `/users/${owner.anonymousId}/creations`] as const,
  ])('for %s at most %i times', async (_, most, path) => {
    const queries = await queriesOf(owner, path())
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(most)
  })
})

test.each([
  ['the catalogue', (n: number) => `/workflows?per_page=${n}`],
  ['the creations of a recipe', (n: number) => `/workflows/${recipe}/creations?limit=${n}`],
  ['a gallery', (n: number) => `/users/${owner.anonymousId}/creations?limit=${n}`],
])('%s costs the same for one row and for many', async (_, path) => {
  const one = await queriesOf(owner, path(1))
  const many = await queriesOf(owner, path(MANY))
  expect(many.length, many.join('\n')).toBe(one.length)
})
