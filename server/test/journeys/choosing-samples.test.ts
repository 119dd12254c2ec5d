import type { SampleCandidate } from '@vignette/contract/samples.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepTests } from '../../src/features/generation/sweep-tests.ts'
import { ended, publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
})
afterAll(() => app.close())

async function open() {
  const creator = new Visitor(app.url)
  return { creator, stranger: new Visitor(app.url), id: (await publish(creator)).id }
}

async function testOnce(creator: Visitor, id: string): Promise<string> {
  const { body } = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
    user_inputs: { wish: 'boat' },
  })
  expect((await ended(creator, body.job_id)).status).toBe('COMPLETED')
  return body.job_id
}

const choose = (actor: Visitor, id: string, chosen: object) =>
  actor.call<WorkflowView & { error: string }>('PUT', `/workflows/${id}/sample`, chosen)
const candidates = async (actor: Visitor, id: string) =>
  (await actor.call<{ samples: SampleCandidate[] }>('GET', `/workflows/${id}/samples`)).body.samples
const read = async (actor: Visitor, id: string) =>
  (await actor.call<WorkflowView>('GET', `/workflows/${id}`)).body

test("a stranger's public creation is suggested, and becomes the sample by choice alone", async () => {
  const { creator, stranger, id } = await open()
  const shown = await remixNow(stranger, id, { public: true })
  const hidden = await remixNow(stranger, id)
  expect((await read(creator, id)).sample).toBeNull()
  expect((await candidates(creator, id)).map((one) => [one.kind, one.id, one.version])).toEqual([
    ['creation', shown.id, 1],
  ])
  const refused = await choose(creator, id, { creation_id: hidden.id })
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'creation_id names nothing that was made with this recipe and may be shown.',
  ])
  const chosen = await choose(creator, id, { creation_id: shown.id })
  expect(chosen.body.sample?.id).toBe(shown.media?.id)
  await stranger.call('PATCH', `/creations/${shown.id}`, { public: false })
  expect((await read(creator, id)).sample).toBeNull()
})

test("a creator's own public creation is the sample where there is none", async () => {
  const { creator, id } = await open()
  const own = await remixNow(creator, id, { public: true })
  expect((await read(creator, id)).sample?.id).toBe(own.media?.id)
})

test('the sample of the newest recipe of a category stands for it on the first page', async () => {
  const creator = new Visitor(app.url)
  const { id } = await publish(creator, { category: 'pets' })
  const own = await remixNow(creator, id, { public: true })
  await publish(creator, { category: 'pets', name: 'Not drawn yet' })
  const kinds = async (page: number) =>
    (
      await creator.call<{ kinds?: { category: string; picture: string }[] }>(
        'GET',
        `/workflows?per_page=2&page=${page}`,
      )
    ).body.kinds
  expect(await kinds(1)).toEqual([
    { category: 'pets', picture: expect.stringContaining(own.media?.id ?? 'none') },
  ])
  expect(await kinds(2)).toBeUndefined()
})

test('a test that is a sample is public and is kept longer than other tests', async () => {
  const { creator, stranger, id } = await open()
  const testId = await testOnce(creator, id)
  const [candidate] = await candidates(creator, id)
  expect(candidate).toMatchObject({ kind: 'test', id: testId, version: 1 })
  const { body } = await choose(creator, id, { test_id: testId })
  expect(body.sample).toMatchObject({ id: candidate?.media.id, uploaded: false })
  const statusOf = async (address: string) => (await stranger.fetch(address)).status
  const address = body.sample_creation_url ?? ''
  expect(await statusOf(address)).toBe(200)
  clock.hours += 24 * 8
  await sweepTests.run(app.ctx)
  expect((await read(creator, id)).sample?.url).toBe(address)
  const own = await remixNow(creator, id)
  await choose(creator, id, { creation_id: own.id })
  expect(await statusOf(address)).toBe(404)
  await sweepTests.run(app.ctx)
  expect((await creator.call('GET', `/tests/${testId}`)).status).toBe(404)
})

test('a creator takes the sample away, and its file is private again', async () => {
  const { creator, stranger, id } = await open()
  const own = await remixNow(creator, id)
  const { body } = await choose(creator, id, { creation_id: own.id })
  const address = body.sample_creation_url ?? ''
  expect((await stranger.fetch(address)).status).toBe(200)
  for (const _ of ['once', 'again']) {
    const removed = await choose(creator, id, { none: true })
    expect([removed.status, removed.body.sample]).toEqual([200, null])
  }
  expect((await stranger.fetch(address)).status).toBe(404)
  expect((await choose(stranger, id, { none: true })).status).toBe(403)
  expect((await candidates(creator, id)).map((one) => one.id)).toEqual([own.id])
})

test('a sample is never of another recipe', async () => {
  const { creator, id } = await open()
  const { id: other } = await publish(creator, {
    steps: [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'No {{wish}}' }],
  })
  const foreign = await remixNow(creator, other, { public: true })
  const testId = await testOnce(creator, other)
  for (const chosen of [{ creation_id: foreign.id }, { test_id: testId }]) {
    expect((await choose(creator, id, chosen)).status).toBe(400)
  }
})
