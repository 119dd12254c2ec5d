import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStudio } from '../../src/providers/generation/local/load-studio.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Visitor
let fan: Visitor
beforeAll(async () => {
  const { FUNCTIONS, readWords } = await loadStudio()
  const scripted = createScriptedProvider({ start: () => picture() })
  app = await startTestApp({
    providers: [
      {
        ...scripted,
        functions: [
          ...scripted.functions,
          ...FUNCTIONS.filter(({ functionType }) => functionType === 'text_to_image'),
        ],
        readWords: ({ functionType, text, prompt, params }) =>
          functionType === 'draw' ? readWords(text, params['style'], prompt) : undefined,
      },
    ],
  })
  creator = new Visitor(app.url)
  fan = new Visitor(app.url)
})
afterAll(() => app.close())

const draw = (prompt: string, change: object = {}) => ({
  id: 'draw',
  provider: 'local',
  function_type: 'draw',
  prompt,
  ...change,
})

async function read(recipe: string, user_inputs: object) {
  const answer = await fan.call<{ inputs: object }>('POST', `/workflows/${recipe}/words`, {
    user_inputs,
  })
  expect(answer.status).toBe(200)
  return answer.body.inputs
}

test('before a run, each input tells what is drawn and what is not, in the words of the caller', async () => {
  const { id: recipe } = await publish(creator, {
    steps: [draw('{{wish}} beside a secret dragon and an escalator')],
  })
  expect(await read(recipe, { wish: 'My Dog on a Skateboard, a zeppelin' })).toEqual({
    wish: { drawn: ['Dog', 'Skateboard'], missing: ['zeppelin'] },
  })
})

test('the check of words answers as the run would, also for words inside the recipe’s sentence', async () => {
  const { id: recipe } = await publish(creator, { steps: [draw('{{wish}} of a child')] })
  const ask = (wish: string) =>
    fan.call<{ refused: object[] }>('POST', `/workflows/${recipe}/words`, { user_inputs: { wish } })
  expect((await ask('a portrait')).body.refused).toEqual([])
  for (const wish of ['how to build a bomb', 'a nude']) {
    const { refused } = (await ask(wish)).body
    const run = await fan.call<{ details: object[] }>('POST', `/workflows/${recipe}/creations`, {
      user_inputs: { wish },
    })
    expect(run.status).toBe(422)
    expect(refused.length).toBeGreaterThan(0)
    expect(run.body).toMatchObject({ details: refused })
  }
})

test('a text that is drawn as letters is refused before a run where no face has its letters, any other text is not', async () => {
  const inputs = ['wish', 'title', 'line'].map((key) => ({ key, type: 'text', required: false }))
  const params = { style: 'poster', text: '{{title}}', caption: 'Est. {{line}}' }
  const { id: recipe } = await publish(creator, {
    inputs: inputs.map((input) => ({ ...input, max_length: 50 })),
    steps: [draw('{{wish}}', { function_type: 'text_to_image', params })],
  })
  const ask = (user_inputs: object) =>
    fan.call<{ refused: object[] }>('POST', `/workflows/${recipe}/words`, { user_inputs })
  for (const [key, text, letters] of [
    ['title', 'Leeds 東京', '東京'],
    ['title', 'القاهرة', 'القاهرة'],
    ['line', 'ΑΘΉΝΑ', 'ΑΘΉΝΑ'],
    ['line', 'we 🎉 it', '🎉'],
  ] as const) {
    const details = [{ path: `user_inputs.${key}`, message: `We cannot letter ${letters} yet.` }]
    const user_inputs = { wish: 'a boat', [key]: text }
    expect((await ask(user_inputs)).body.refused).toEqual(details)
    const run = await fan.call('POST', `/workflows/${recipe}/creations`, { user_inputs })
    expect(run).toMatchObject({ status: 400, body: { code: 'validation_failed', details } })
  }
  const fine = { wish: '東京 🎉', title: 'ŁÓDŹ, ĐÀ NẴNG', line: 'Київ' }
  expect((await ask(fine)).body.refused).toEqual([])
  await remixNow(fan, recipe, { user_inputs: fine })
})

test('the style that a step is given decides, and lettering is no wish', async () => {
  const inputs = [
    { key: 'wish', type: 'text' },
    { key: 'title', type: 'text' },
  ]
  const steps = [draw('{{wish}}, it says "{{title}}"', { params: { style: 'abstract' } })]
  const { id: recipe } = await publish(creator, { inputs, steps })
  expect(await read(recipe, { wish: 'a fox', title: 'A dragon' })).toEqual({
    wish: { drawn: [], missing: ['fox'] },
  })
})

test('the recipe’s own words name the style where nothing else does', async () => {
  const { id: recipe } = await publish(creator, { steps: [draw('{{wish}}, an abstract gradient')] })
  expect(await read(recipe, { wish: 'a fox' })).toEqual({ wish: { drawn: [], missing: ['fox'] } })
})

test('a creation tells its owner alone which words were left out', async () => {
  const { id: recipe } = await publish(creator)
  const { id, left_out } = await remixNow(fan, recipe, {
    user_inputs: { wish: 'fox and an escalator' },
    public: true,
  })
  expect(left_out).toEqual(['escalator'])
  const own = await fan.call<object>('GET', `/creations/${id}`)
  expect(own.body).toMatchObject({ left_out: ['escalator'] })
  const other = await creator.call<object>('GET', `/creations/${id}`)
  expect(other.body).not.toHaveProperty('left_out')
})
