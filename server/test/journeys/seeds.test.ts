import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { publishRecipe, remixAtOnce } from '../support/publish-and-remix.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

let app: TestApp
let creator: TestActor
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
  creator = new TestActor(app.url)
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
  const recipe = await publishRecipe(creator, { steps: [draw()] })
  const fan = new TestActor(app.url)
  const first = (await remixAtOnce(fan, recipe, { public: true })) as Seeded
  const second = (await remixAtOnce(fan, recipe, { public: true })) as Seeded
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
  const recipe = await publishRecipe(creator, { steps })
  const made = await remixAtOnce(new TestActor(app.url), recipe)
  expect(made).not.toHaveProperty('seed')
})
