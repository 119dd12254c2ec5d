import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { ListedTest } from '@vignette/contract/tests.ts'
import { eq, isNull } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sweepTests } from '../../src/features/generation/sweep-tests.ts'
import { creations } from '../../src/schema/creations.ts'
import { jobs, testedDocuments } from '../../src/schema/generation.ts'
import { ledgerEntries } from '../../src/schema/ledger.ts'
import { media } from '../../src/schema/media.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { ended } from '../support/acts.ts'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import type { TestApp } from '../support/start-test-app.ts'
import {
  openTestDesk,
  passDraft,
  readTest,
  recipeOf,
  reusedOf,
  STEPS,
  start,
  testOnce,
} from '../support/test-desk.ts'

let app: TestApp
afterEach(() => app.close())

/** Opens the desk of one test. */
async function open(given: Parameters<typeof openTestDesk>[0] = {}) {
  const desk = await openTestDesk(given)
  app = desk.app
  return desk
}

test('a test shows its creator each step, and is no creation, sale or count', async () => {
  const { creator, id } = await open()
  const made = await testOnce(creator, id)
  expect(made).toMatchObject({
    status: 'COMPLETED',
    passed: true,
    workflow_id: id,
    cost_cents: 0,
    output_step_id: 'join',
  })
  expect(made.steps.map(({ id, state, prompt }) => [id, state, prompt])).toEqual([
    ['paint', 'done', 'A boat'],
    ['frame', 'done', 'A gold frame'],
    ['join', 'done', null],
  ])
  expect(await app.ctx.db.$count(creations)).toBe(0)
  const [workflow] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, id))
  expect(workflow).toMatchObject({ remixCount: 0, popularity: 0, sampleMediaId: null })
  expect(await app.ctx.db.$count(ledgerEntries)).toBe(0)
  const mine = await creator.call<{ jobs: unknown[] }>('GET', '/users/me/jobs')
  expect(mine.body.jobs).toEqual([])
  const { body } = await creator.call<{ tests: ListedTest[] }>('GET', `/workflows/${id}/tests`)
  const ran = made.steps.map(({ id, seconds }) => ({
    id,
    provider: 'local',
    seconds,
    cost_cents: 0,
  }))
  expect(body.tests).toMatchObject([{ id: made.id, passed: true, current: true, steps: ran }])
})

test("a test's pictures are for its creator alone", async () => {
  const { creator, id } = await open()
  const { id: testId, steps } = await testOnce(creator, id)
  const stranger = new Visitor(app.url)
  await stranger.call('POST', '/workflows', recipeOf(stranger))
  for (const { media } of steps) {
    expect((await creator.fetch(media?.url ?? '')).status).toBe(200)
    expect((await stranger.fetch(media?.url ?? '')).status).toBe(404)
  }
  expect((await stranger.call('GET', `/tests/${testId}`)).status).toBe(404)
  expect((await start(stranger, id)).status).toBe(403)
})

test('"run from here" takes over unchanged steps, with the seeds of the first test', async () => {
  const { creator, provider, id } = await open()
  const first = await testOnce(creator, id)
  const seeds = provider.starts.map(({ seed }) => seed)
  const again = await testOnce(creator, id, { reuse_from: first.id, from_step: 'join' })
  expect(reusedOf(again)).toEqual(['paint', 'frame'])
  expect(provider.starts).toHaveLength(4)
  expect(seeds).toContain(provider.starts[3]?.seed)
  expect(again.steps[0]?.media?.id).toBe(first.steps[0]?.media?.id)

  const other = { user_inputs: { wish: 'boat', border: 'silver' }, reuse_from: again.id }
  const changed = await testOnce(creator, id, other)
  expect(reusedOf(changed)).toEqual(['paint'])
  expect(seeds).toContain(provider.starts.at(-1)?.seed)

  const whole = await testOnce(creator, id, { ...other, reuse_from: changed.id })
  expect(reusedOf(whole)).toEqual(['paint', 'frame', 'join'])
  expect(whole.passed).toBe(true)
})

test('a changed step runs again, and so do the steps after it', async () => {
  const { creator, id } = await open()
  const first = await testOnce(creator, id)
  const [paint, ...rest] = STEPS
  const steps = [{ ...paint, prompt: 'Two of {{wish}}' }, ...rest]
  await creator.call('PUT', `/workflows/${id}`, recipeOf(creator, { steps }))
  const second = await testOnce(creator, id, { reuse_from: first.id })
  expect(reusedOf(second)).toEqual(['frame'])
  const { body } = await creator.call<{ tests: ListedTest[] }>('GET', `/workflows/${id}/tests`)
  expect(body.tests.map(({ current }) => current)).toEqual([true, false])
})

test('a new price leaves a test current', async () => {
  const { creator, id } = await open()
  await testOnce(creator, id)
  await creator.call('PUT', `/workflows/${id}`, recipeOf(creator, { price: 450, name: 'New' }))
  const { body } = await creator.call<{ tests: ListedTest[] }>('GET', `/workflows/${id}/tests`)
  expect(body.tests.map(({ current }) => current)).toEqual([true])
})

test('a draft is published once a test of its text has passed, with the time that the test took', async () => {
  const { creator, id } = await open()
  const { generation_time: _unknown, ...untimed } = recipeOf(creator, { price: 0 })
  const begun = await creator.call<{ id: string }>('POST', '/drafts', {
    text: JSON.stringify(untimed),
  })
  const draftId = begun.body.id
  const publish = (revision: number) =>
    creator.call<{ id: string; generation_time: number; details: { path: string }[] }>(
      'POST',
      `/drafts/${draftId}/publish`,
      { revision, visibility: 'listed', accept_creator_terms: CREATOR_TERMS_VERSION },
    )
  expect((await publish(1)).body.details.map(({ path }) => path)).toEqual(['test'])
  // A test of another text does not stand for this one.
  const [paint, ...rest] = STEPS
  const other = { ...untimed, steps: [{ ...paint, prompt: 'No {{wish}}' }, ...rest] }
  await creator.call('PUT', `/drafts/${draftId}`, { text: JSON.stringify(other), revision: 1 })
  await passDraft(creator, draftId)
  await creator.call('PUT', `/drafts/${draftId}`, { text: JSON.stringify(untimed), revision: 2 })
  expect((await publish(3)).body.details.map(({ path }) => path)).toEqual(['test'])
  await passDraft(creator, draftId)
  const listed = await creator.call<{ tests: ListedTest[] }>('GET', `/drafts/${draftId}/tests`)
  expect(listed.body.tests.map(({ current }) => current)).toEqual([true, false])
  const published = await publish(3)
  expect(published.status).toBe(200)
  expect(published.body.generation_time % 1000).toBe(0)
  expect(published.body.generation_time).toBeLessThan(30_000)
  const { body } = await creator.call<{ tests: ListedTest[] }>(
    'GET',
    `/workflows/${published.body.id}/tests`,
  )
  expect(body.tests.map(({ draft_id, current }) => [draft_id, current])).toEqual([[draftId, true]])
  expect(id).not.toBe(published.body.id)
})

test('a test that fails keeps the products of its finished steps, for the next test', async () => {
  const { creator, id } = await open()
  const inputs = { wish: 'boat', border: 'gold' }
  const first = await testOnce(creator, id, { user_inputs: inputs })
  const broken = await testOnce(creator, id, {
    user_inputs: { ...inputs, border: 'failing' },
    reuse_from: first.id,
  })
  expect(broken).toMatchObject({
    status: 'FAILED',
    passed: false,
    error: { code: 'params_invalid', message: 'No such frame.' },
  })
  const next = await testOnce(creator, id, { user_inputs: inputs, reuse_from: broken.id })
  expect(reusedOf(next)).toEqual(['paint'])
  const unknown = await start(creator, id, { reuse_from: first.id, from_step: 'nothing' })
  expect([unknown.status, unknown.body.error]).toEqual([
    400,
    'from_step names no step of this recipe.',
  ])
})

test('a deleted account leaves neither tests nor their texts', async () => {
  const { creator, id } = await open()
  const made = await testOnce(creator, id)
  // The sign-in takes the visitor's recipe and test along.
  const account = new Browser(app.url)
  for (const [name, value] of creator.cookies) account.cookies.set(name, value)
  await signIn(account, 'tester@example.com')
  expect((await account.json(`/tests/${made.id}`)).status).toBe(200)
  const exported = await account.fetch('/api/v1/users/me/export')
  const told = readZip(Buffer.from(await exported.arrayBuffer()))
    .get('tests.json')
    ?.toString()
  expect(JSON.parse(told ?? '[]')).toMatchObject([
    {
      id: made.id,
      workflow_id: id,
      status: 'COMPLETED',
      passed: true,
      user_inputs: { wish: 'boat', border: 'gold' },
      created_at: made.created_at,
      finished_at: expect.any(String),
    },
  ])
  expect((await account.json('/users/me', { method: 'DELETE' })).status).toBe(200)
  expect(await app.ctx.db.$count(jobs)).toBe(0)
  expect(await app.ctx.db.$count(testedDocuments)).toBe(0)
})

test('a product that is not allowed ends its test and is not kept', async () => {
  const { creator, id } = await open({ env: { NSFW_REFUSE_THRESHOLD: '0' } })
  const made = await testOnce(creator, id)
  expect(made).toMatchObject({ status: 'FAILED', error: { code: 'content_refused' } })
  expect(made.steps.map(({ media }) => media)).toEqual([null, null, null])
  expect(await app.ctx.db.$count(media)).toBe(0)
})

test('of forty local tests at once thirty begin, and the next day has thirty again', async () => {
  const { creator, clock, id } = await open()
  const answers = await Promise.all(Array.from({ length: 40 }, () => start(creator, id)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(30)
  const refused = answers.filter(({ status }) => status !== 202)
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
    new Set(['429 You have made 30 tests today, the most for a day. They go on at 00:00 UTC.']),
  )
  clock.hours = 24
  expect((await start(creator, id)).status).toBe(202)
})

test('of ten tests at once on a paid provider those within the daily budget begin', async () => {
  const { creator, id } = await open({ cents: 4, env: { TEST_BUDGET_CENTS: '30' } })
  const answers = await Promise.all(Array.from({ length: 10 }, () => start(creator, id)))
  const begun = answers.filter(({ status }) => status === 202)
  expect(begun).toHaveLength(2)
  for (const { body } of begun) await ended(creator, body.job_id)
  const costs = await app.ctx.db.select().from(ledgerEntries)
  expect(costs.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['provider_cost', 12],
    ['provider_cost', 12],
  ])
})

test('a test goes after seven days, but its products stay while a later test shows them', async () => {
  const { creator, clock, id } = await open()
  const first = await testOnce(creator, id)
  clock.hours = 24
  const again = await testOnce(creator, id, { reuse_from: first.id, from_step: 'join' })
  clock.hours = 24 * 7 + 1
  await sweepTests.run(app.ctx)
  expect((await creator.call('GET', `/tests/${first.id}`)).status).toBe(404)
  const kept = await readTest(creator, again.id)
  expect(kept.steps.map(({ media }) => media !== null)).toEqual([true, true, true])
  clock.hours = 24 * 8 + 1
  await sweepTests.run(app.ctx)
  expect(await app.ctx.db.$count(jobs)).toBe(0)
  expect(await app.ctx.db.$count(testedDocuments)).toBe(0)
  expect(await app.ctx.db.$count(media, isNull(media.deletedAt))).toBe(0)
})
