import type { FrontPage } from '@vignette/contract/front-page.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishRecipe, remixAtOnce } from '../support/publish-and-remix.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

let app: TestApp
let creator: TestActor
let fan: TestActor
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new TestActor(app.url)
  fan = new TestActor(app.url)
})
afterAll(() => app.close())

const read = async () => (await new TestActor(app.url).call<FrontPage>('GET', '/front-page')).body

test('the front page shows public creations with their prompts, the newest of each recipe first', async () => {
  const recipes = [await publishRecipe(creator), await publishRecipe(creator)] as const
  await remixAtOnce(fan, recipes[0], { user_inputs: { wish: 'my own owl' } })
  expect((await read()).pieces.map(({ words }) => words)).not.toContain('my own owl')
  await remixAtOnce(fan, recipes[0], { user_inputs: { wish: 'a fox' }, public: true })
  await remixAtOnce(fan, recipes[0], { user_inputs: { wish: 'an old fox' }, public: true })
  const last = await remixAtOnce(fan, recipes[1], {
    user_inputs: { wish: 'a whale' },
    public: true,
  })
  const { poster, pieces } = await read()
  expect(poster).toBeNull()
  expect(pieces.map(({ words }) => words)).toEqual(['a whale', 'an old fox', 'a fox'])
  expect(pieces[0]).toMatchObject({ creation_id: last.id, workflow_id: recipes[1] })
  await fan.call('DELETE', `/creations/${last.id}`)
  expect((await read()).pieces.map(({ words }) => words)).not.toContain('a whale')
})
