import { randomUUID } from 'node:crypto'
import type { NumberLeaving, Numbers } from '@vignette/contract/numbers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { sell } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1'

let app: TestApp
let creator: Browser
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
})
afterAll(() => app.close())

type RecipeNumbers = Numbers & { leaving: NumberLeaving | null }

const read = async (recipe: string) =>
  (await creator.json<RecipeNumbers>(`/workflows/${recipe}/numbers`)).body

interface Sent {
  recipe: string
  person?: string
  agent?: string
  by?: Browser
  outcome?: string
}

/** Sends what a browser tells of a form, each event twice. */
async function tell(acts: [event: string, shown?: number][], sent: Sent): Promise<void> {
  const { recipe, person = randomUUID(), agent = PERSON, by = new Browser(app.url), outcome } = sent
  const now = Date.now()
  const batch = acts.flatMap(([event, shown], at) =>
    [0, 1].map(() => ({
      event,
      distinct_id: person,
      uuid: randomUUID(),
      timestamp: new Date(now + at).toISOString(),
      properties: {
        workflow_id: recipe,
        ...(shown === undefined ? {} : { shown }),
        ...(outcome === undefined ? {} : { outcome }),
      },
    })),
  )
  const answer = await by.json('/analytics/batch', {
    body: { batch },
    headers: { 'user-agent': agent },
  })
  expect(answer.status).toBe(200)
}

const inputs = [
  { key: 'wish', type: 'text', display_name: 'Your words' },
  { key: 'look', type: 'text', display_name: 'The look' },
]

test('a creator reads how many began the form, saw its summary, and where most left', async () => {
  const { id } = await publish(creator, { inputs })
  expect(await read(id)).toMatchObject({ form: { began: 0, finished: 0 }, leaving: null })
  for (let at = 0; at < 4; at++) await tell([['remix_input_changed', 1]], { recipe: id })
  expect(await read(id)).toMatchObject({ form: { began: null, finished: 0 }, leaving: null })

  const person = randomUUID()
  await tell([['remix_input_changed', 1]], { recipe: id, person })
  await tell([['remix_input_changed', 1]], { recipe: id, person })
  for (let at = 0; at < 6; at++) {
    await tell(
      [
        ['remix_input_changed', 1],
        ['remix_step_continued', 2],
      ],
      { recipe: id },
    )
  }
  for (let at = 0; at < 5; at++) {
    await tell([['remix_step_continued', 2], ['remix_summary_viewed']], { recipe: id })
  }
  expect(await read(id)).toMatchObject({
    form: { began: 16, finished: 5 },
    leaving: { name: 'The look', people: 6, of: 16 },
  })
  const { body } = await creator.json<Numbers>('/studio/numbers')
  expect(body.form).toEqual({ began: 16, finished: 5 })
  expect(body).not.toHaveProperty('leaving')

  const changed = { ...(await creator.json<object>(`/workflows/${id}/source`)).body, inputs }
  expect((await creator.json(`/workflows/${id}`, { method: 'PUT', body: changed })).status).toBe(
    200,
  )
  expect(await read(id)).toMatchObject({ form: { began: 16, finished: 5 }, leaving: null })
})

test('programs, the creator and unknown recipes are left out, and one browser is one person', async () => {
  const { id } = await publish(creator, { inputs })
  const person = randomUUID()
  for (let at = 0; at < 6; at++) {
    await tell([['remix_summary_viewed']], { recipe: id, by: creator })
    await tell([['remix_summary_viewed']], { recipe: id, agent: 'curl/8' })
    await tell([['remix_summary_viewed']], { recipe: id, agent: 'Mozilla/5.0 HeadlessChrome/140' })
    await tell([['remix_summary_viewed']], { recipe: randomUUID() })
    await tell([['remix_clicked', 1]], { recipe: id })
    await tell([['remix_summary_viewed']], { recipe: id, person })
  }
  expect(await read(id)).toMatchObject({ form: { began: null, finished: null }, leaving: null })
})

test('with ANALYTICS_URL set, the numbers leave out forms, shares and leaving', async () => {
  const { id } = await publish(creator, { inputs })
  const { ANALYTICS_URL: before } = app.ctx.config
  Object.assign(app.ctx.config, { ANALYTICS_URL: 'https://events.example/' })
  try {
    expect(await read(id)).toMatchObject({ form: null, shares: null, leaving: null })
  } finally {
    Object.assign(app.ctx.config, { ANALYTICS_URL: before })
  }
})

test('who shared a recipe or its creations is told from five people on, without the creator and programs', async () => {
  const { id } = await publish(creator)
  expect(await read(id)).toMatchObject({ shares: { people: 0 } })
  const person = randomUUID()
  for (let at = 0; at < 6; at++) {
    await tell([['workflow_shared']], { recipe: id, by: creator })
    await tell([['creation_shared']], { recipe: id, by: creator })
    await tell([['workflow_shared']], { recipe: id, agent: 'curl/8' })
    await tell([['workflow_shared']], { recipe: randomUUID() })
    await tell([['creation_share_opened']], { recipe: id })
    await tell([['workflow_shared']], { recipe: id, outcome: 'cancelled' })
    await tell([['workflow_shared']], { recipe: id, outcome: 'failed' })
  }
  expect(await read(id)).toMatchObject({ shares: { people: 0 } })
  for (let at = 0; at < 6; at++) await tell([['workflow_shared']], { recipe: id, person })
  for (let at = 0; at < 3; at++) {
    await tell([['creation_shared']], { recipe: id, outcome: 'copied' })
  }
  expect(await read(id)).toMatchObject({ shares: { people: null } })
  await tell([['creation_shared']], { recipe: id })
  expect(await read(id)).toMatchObject({ shares: { people: 5 } })
})

test('creations that were shown or remixed are counted without the creator’s own, and fewer than five buyers are not told', async () => {
  const { id } = await publish(creator)
  const visitor = new Browser(app.url)
  const shown = await remixNow(visitor, id, { public: true })
  await remixNow(visitor, id, { made_from: shown.id })
  await remixNow(creator, id, { public: true })
  expect((await read(id)).after).toEqual({ shown: 1, remixed: 1, buyers: 0, again: 0 })

  const priced = await publish(creator, { price: 300 })
  for (let at = 0; at < 4; at++) await sell(app, priced.id)
  expect((await read(priced.id)).after).toMatchObject({ buyers: null, again: 0 })
  await sell(app, priced.id)
  expect((await read(priced.id)).after).toMatchObject({ buyers: 5, again: 0 })
})
