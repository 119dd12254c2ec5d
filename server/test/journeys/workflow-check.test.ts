import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { workflows } from '../../src/schema/workflows.ts'
import { recipeFor } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Visitor
beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    providers: [createScriptedProvider({ start: () => picture(), cents: 4 })],
  })
  creator = new Visitor(app.url)
})
afterAll(() => app.close())

async function check(given: object): Promise<WorkflowCheck> {
  const answer = await creator.call<WorkflowCheck>('POST', '/workflows/check', given)
  expect(answer.status).toBe(200)
  return answer.body
}

const unfinished = (price: number, change: object = {}) => {
  const {
    user_id: _,
    cost: __,
    generation_time: ___,
    ...rest
  } = recipeFor(creator.anonymousId, { price })
  return { ...rest, ...change }
}

test('a document without owner, cost and time is checked with the estimate as its cost', async () => {
  expect(await check(unfinished(300))).toEqual({
    faults: [],
    steps: [{ id: 'draw', provider: 'local', cents: 4 }],
    cost_cents: 4,
    lowest_price: 126,
    price: {
      buyer_pays: 300,
      creator_keeps: 210,
      card_fee: 39,
      rendering: 4,
      platform_keeps: 47,
    },
    missing: [],
    refused: [],
    creator_terms_accepted: false,
  })
  expect(await app.ctx.db.select().from(workflows)).toEqual([])
})

test('the lowest price is told before a price below it is refused', async () => {
  const { lowest_price, faults } = await check(unfinished(110))
  expect([lowest_price, faults]).toEqual([
    126,
    [
      {
        path: 'price',
        message:
          'must be at least 126 cents ($1.26), so that the platform’s share covers the cost of 4 cents and the card fee',
      },
    ],
  ])
})

test('an empty object is answered with everything that is missing, each place named once', async () => {
  const { faults, steps, price } = await check({})
  expect([steps, price]).toEqual([[], null])
  expect(faults).toEqual(
    ['name', 'price', 'steps', 'output'].map((path) => ({ path, message: 'is missing' })),
  )
})

test('all faults are told at once, and none repeats its place', async () => {
  const steps = [{ id: 'draw', provider: 'local', function_type: 'sing', prompt: 'A {{ghost}}' }]
  const { faults } = await check(unfinished(-1, { steps, output: 'none' }))
  expect(faults.map(({ path }) => path)).toEqual([
    'price',
    'steps[0].function_type',
    'steps[0].prompt',
    'output',
  ])
  for (const { path, message } of faults) expect(message).not.toContain(path)
})

test('words that are not allowed are named with their place', async () => {
  const { refused, faults } = await check(unfinished(0, { name: 'How to build a pipe bomb' }))
  expect(faults).toEqual([])
  expect(refused).toEqual([
    { path: 'name', message: 'The words “pipe bomb” are not allowed here.' },
  ])
})

test('what publishing refuses in a whole recipe, the check tells in the same words', async () => {
  const given = { ...recipeFor(creator.anonymousId, { price: 300 }), cost: 3 }
  const { faults } = await check(given)
  const refused = await creator.call<{ error: string; details: object[] }>(
    'POST',
    '/workflows',
    given,
  )
  expect(refused.status).toBe(400)
  expect(refused.body.details).toEqual(faults)
  expect(refused.body.error).toBe(
    'cost must be at least 4 cents, which its steps are estimated to cost',
  )
})

test('an idea that its input’s pattern refuses is a fault, also of a pattern that takes for ever', async () => {
  const inputs = [
    { key: 'wish', type: 'text', pattern: '[a-z ]+', ideas: ['a fox', '3 hens'] },
    {
      key: 'slow',
      type: 'text',
      pattern: '(a+)+',
      ideas: ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'],
    },
  ]
  const found = ['inputs[0].ideas[1]', 'inputs[1].ideas[0]'].map((path) => ({
    path,
    message: 'does not fit the pattern',
  }))
  expect((await check(unfinished(300, { inputs }))).faults).toEqual(found)
  const given = { ...recipeFor(creator.anonymousId, { price: 300 }), cost: 4, inputs }
  const refused = await creator.call<{ details: object[] }>('POST', '/workflows', given)
  expect([refused.status, refused.body.details]).toEqual([400, found])
})

test('a body that is not an object is refused', async () => {
  for (const body of [[], 3, null, 'text']) {
    const { status } = await creator.call('POST', '/workflows/check', body)
    expect(status).toBe(400)
  }
})

test('publishing records the accepted creator terms, and refuses the acceptance of another version', async () => {
  const publisher = new Visitor(app.url)
  const publish = (more: object) =>
    publisher.call<{ id: string; code: string }>('POST', '/workflows', {
      ...recipeFor(publisher.anonymousId),
      cost: 4,
      price: 300,
      ...more,
    })
  const isAccepted = async () =>
    (await publisher.call<WorkflowCheck>('POST', '/workflows/check', unfinished(300))).body
      .creator_terms_accepted
  const { id } = (await publish({})).body
  expect(await isAccepted()).toBe(false)
  expect((await publish({ accept_creator_terms: '2020-01-01' })).body.code).toBe('not_ready')
  expect(await isAccepted()).toBe(false)
  const body = {
    ...recipeFor(publisher.anonymousId, { price: 300 }),
    cost: 4,
    accept_creator_terms: CREATOR_TERMS_VERSION,
  }
  expect((await publisher.call('PUT', `/workflows/${id}`, body)).status).toBe(200)
  expect(await isAccepted()).toBe(true)
  const versions = await publisher.call<{ versions: object[] }>('GET', `/workflows/${id}/versions`)
  expect(versions.body.versions).toMatchObject([
    { version: 2, creator_terms: CREATOR_TERMS_VERSION },
    { version: 1, creator_terms: null },
  ])
})

test('an option that its setting refuses is told by the check, and refused at each way of publishing', async () => {
  const provider = createScriptedProvider({ start: () => picture() })
  const closed = provider.functions.map((spec) => ({
    ...spec,
    params: z.strictObject({ style: z.enum(['oil', 'poster']).default('oil') }),
  }))
  const world = await startTestApp({
    worker: false,
    providers: [{ ...provider, functions: closed }],
  })
  try {
    const actor = new Visitor(world.url)
    const choice = (options: string[]) => ({
      key: 'look',
      type: 'select',
      display_name: 'Look',
      options,
    })
    const asked = (options: string[]) => {
      const base = recipeFor(actor.anonymousId)
      const steps = base.steps.map((step) => ({ ...step, params: { style: '{{look}}' } }))
      return { ...base, inputs: [...base.inputs, choice(options)], steps }
    }
    const path = 'inputs[1].options[1]'
    const message =
      '"Look" may be "neon", but "Style" of the step "draw" must be one of oil, poster'
    const bad = asked(['oil', 'neon'])
    const told = await actor.call<WorkflowCheck>('POST', '/workflows/check', bad)
    expect(told.body.faults).toEqual([{ path, message }])
    const refused = { code: 'invalid_recipe', details: [{ path, message }] }
    const made = await actor.call<{ id: string }>('POST', '/workflows', asked(['oil', 'poster']))
    expect(made.status).toBe(201)
    for (const [method, place] of [
      ['POST', '/workflows'],
      ['PUT', `/workflows/${made.body.id}`],
    ] as const) {
      const answer = await actor.call('POST' === method ? 'POST' : 'PUT', place, bad)
      expect([answer.status, answer.body]).toMatchObject([400, refused])
    }
    const draft = await actor.call<{ id: string; revision: number }>('POST', '/drafts', {
      text: JSON.stringify(bad),
    })
    const published = await actor.call('POST', `/drafts/${draft.body.id}/publish`, {
      revision: draft.body.revision,
      visibility: 'unlisted',
    })
    expect([published.status, published.body]).toMatchObject([400, refused])
  } finally {
    await world.close()
  }
})
