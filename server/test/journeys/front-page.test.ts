import type { FrontPage } from '@vignette/contract/front-page.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Visitor
let fan: Visitor
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new Visitor(app.url)
  fan = new Visitor(app.url)
})
afterAll(() => app.close())

const read = async () => (await new Visitor(app.url).call<FrontPage>('GET', '/front-page')).body

test('the front page shows public creations with their prompts, the newest of each recipe first', async () => {
  const recipes = [(await publish(creator)).id, (await publish(creator)).id] as const
  await remixNow(fan, recipes[0], { user_inputs: { wish: 'my own owl' } })
  expect((await read()).pieces.map(({ words }) => words)).not.toContain('my own owl')
  await remixNow(fan, recipes[0], { user_inputs: { wish: 'a fox' }, public: true })
  await remixNow(fan, recipes[0], { user_inputs: { wish: 'an old fox' }, public: true })
  const last = await remixNow(fan, recipes[1], {
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
