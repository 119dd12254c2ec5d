import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { publish, remixNow } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Visitor
const scripted = createScriptedProvider({ start: () => picture() })
beforeAll(async () => {
  const functions = scripted.functions.flatMap((spec) =>
    spec.functionType === 'draw'
      ? [
          spec,
          {
            ...spec,
            functionType: 'text_to_image',
            params: z.strictObject({ seed: z.int().optional() }),
          },
        ]
      : [spec],
  )
  app = await startTestApp({ providers: [{ ...scripted, functions }] })
  creator = new Visitor(app.url)
})
afterAll(() => app.close())

const draw = (change: object = {}) => ({
  id: 'draw',
  provider: 'local',
  function_type: 'text_to_image',
  prompt: 'A {{wish}}',
  ...change,
})

interface Seeded {
  id: string
  seed?: number
}

test('an owner reads the seed that the run drew with, and a stranger does not', async () => {
  const { id: recipe } = await publish(creator, { steps: [draw()] })
  const fan = new Visitor(app.url)
  const first = (await remixNow(fan, recipe, { public: true })) as Seeded
  const second = (await remixNow(fan, recipe, { public: true })) as Seeded
  expect([first.seed, second.seed]).toEqual(scripted.starts.map(({ seed }) => seed))
  expect(first.seed).not.toBe(second.seed)
  const own = await fan.call<Seeded>('GET', `/creations/${first.id}`)
  expect(own.body.seed).toBe(first.seed)
  const other = await creator.call<Seeded>('GET', `/creations/${first.id}`)
  expect(other.status).toBe(200)
  expect(other.body).not.toHaveProperty('seed')
})

test.each([
  ['the recipe fixes it', [draw({ params: { seed: 7 } })]],
  ['the generator takes none', [draw({ function_type: 'draw' })]],
  ['two steps draw', [draw({ id: 'sketch' }), draw()]],
])('no seed is told where %s', async (_, steps) => {
  const { id: recipe } = await publish(creator, { steps })
  const made = await remixNow(new Visitor(app.url), recipe)
  expect(made).not.toHaveProperty('seed')
})
