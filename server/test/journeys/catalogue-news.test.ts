import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  const provider = createScriptedProvider({ start: () => Promise.reject(new Error('not asked')) })
  app = await startTestApp({ worker: false, providers: [provider] })
})
afterAll(() => app.close())

test('a published, changed or deleted recipe shows in the next call', async () => {
  const actor = new Visitor(app.url)
  const list = async () => {
    const { body } = await actor.call<{ workflows: { id: string; name: string }[]; total: number }>(
      'GET',
      '/workflows',
    )
    return { names: body.workflows.map((one) => one.name), total: body.total }
  }
  expect(await list()).toEqual({ names: [], total: 0 })
  const { id } = await publish(actor, { name: 'First' })
  expect(await list()).toEqual({ names: ['First'], total: 1 })
  const changed = await actor.call('PUT', `/workflows/${id}`, {
    name: 'Second',
    user_id: actor.anonymousId,
    price: 0,
    cost: 0,
    generation_time: 2,
    steps: [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A boat' }],
    output: 'draw',
  })
  expect(changed.status).toBe(200)
  expect(await list()).toEqual({ names: ['Second'], total: 1 })
  await actor.call('DELETE', `/workflows/${id}`)
  expect(await list()).toEqual({ names: [], total: 0 })
})

test('an unchanged list is answered with 304', async () => {
  const actor = new Visitor(app.url)
  const { headers } = await actor.call('GET', '/workflows?per_page=7')
  const again = await actor.fetch('/api/v1/workflows?per_page=7', {
    headers: {
      'if-none-match': headers.get('etag') ?? '',
    },
  })
  expect(again.status).toBe(304)
})
