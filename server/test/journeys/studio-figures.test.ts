import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountLastRuns } from '../../src/features/generation/index.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobs } from '../../src/schema/generation.ts'
import {
  buy,
  charged,
  idOf,
  publish,
  recipeFor,
  remixNow,
  tryPublish,
  tryRemix,
} from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const FACE = 'Nobody was found in the photo.'
const mishaps: Error[] = []
let app: TestApp
let creator: Browser
let creatorId: string

beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [
      createScriptedProvider({
        start: async () => {
          const mishap = mishaps.shift()
          if (mishap) throw mishap
          return picture()
        },
      }),
    ],
  })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  creatorId = await idOf(creator)
})
afterAll(() => app.close())

async function sell(recipe: string) {
  const buyer = new Visitor(app.url)
  await charged(buyer, (await buy(buyer, recipe)).job.result.id)
}

const read = async (path: string) => (await creator.json<Record<string, unknown>>(path)).body
const refused = (message: string) => new ProviderError('invalid', message, { retryable: false })

test('a sale counts for its version and its recipe, in runs, percent and the creator’s share', async () => {
  const { id } = await publish(creator, { price: 300 })
  await sell(id)
  await creator.json(`/workflows/${id}`, {
    method: 'PUT',
    body: recipeFor(creatorId, { price: 500 }),
  })
  await sell(id)
  await sell(id)
  expect(await read(`/workflows/${id}/versions`)).toMatchObject({
    versions: [
      {
        version: 2,
        price: 500,
        runs: 2,
        delivered_percent: 100,
        refunded_percent: 0,
        earned: 700,
        live: true,
      },
      { version: 1, price: 300, runs: 1, earned: 210, live: false },
    ],
  })
  const mine = await read('/workflows/mine?state=listed')
  expect(mine).toMatchObject({
    workflows: [
      {
        id,
        state: 'listed',
        version: 2,
        runs_30d: 3,
        delivered_30d_percent: 100,
        earned_30d: 910,
      },
    ],
  })
  const page = (await read(`/workflows/${id}/runs?version=2&limit=1`)) as {
    runs: object[]
    next_cursor: string
  }
  expect(page.runs).toMatchObject([
    { version: 2, kind: 'remix', outcome: 'delivered', step: null, paid: 500, source: 'site' },
  ])
  const rest = (await read(
    `/workflows/${id}/runs?version=2&limit=1&cursor=${page.next_cursor}`,
  )) as typeof page
  expect(rest).toMatchObject({ runs: [{ version: 2 }], next_cursor: null })
})

test('a run by an access token says so', async () => {
  const { id } = await publish(creator)
  const user = new Browser(app.url)
  await signIn(user, 'by-token@example.com')
  const made = await user.json<{ token: string }>('/users/me/tokens', {
    body: { label: 'A script' },
  })
  const headers = { authorization: `Bearer ${made.body.token}` }
  const body = { user_inputs: { wish: 'boat' }, async: false }
  await new Browser(app.url).json(`/workflows/${id}/creations`, { body, headers })
  await remixNow(user, id)
  expect(await read(`/workflows/${id}/runs`)).toMatchObject({
    runs: [{ source: 'site' }, { source: 'api' }],
  })
})

test('a creator reads how runs ended, and neither inputs nor private pictures', async () => {
  const { id } = await publish(creator)
  const guest = new Browser(app.url)
  const wish = 'a very secret boat'
  const shown = await remixNow(guest, id, { public: true, user_inputs: { wish } })
  await remixNow(guest, id, { user_inputs: { wish } })
  for (const message of [FACE, FACE, 'The picture came out empty.']) {
    mishaps.push(refused(message))
    await tryRemix(guest, id, { user_inputs: { wish } })
  }
  const { runs } = (await read(`/workflows/${id}/runs`)) as {
    runs: { creation?: { id: string } }[]
  }
  expect(runs).toHaveLength(5)
  expect(runs.flatMap(({ creation }) => creation?.id ?? [])).toEqual([shown.id])
  expect(JSON.stringify(runs)).not.toContain('secret')
  expect(runs[0]).toMatchObject({ outcome: 'failed', step: 'draw', version: 1, paid: 0 })
  expect(await read(`/workflows/${id}/runs?outcome=delivered`)).toMatchObject({
    runs: [{ outcome: 'delivered' }, { outcome: 'delivered' }],
  })
  expect(await read(`/workflows/${id}/failures`)).toMatchObject({
    total_runs: 5,
    failures: [{ step: 'draw', count: 3, percent: 60 }],
  })
  expect(await read('/workflows/mine?limit=1')).toMatchObject({
    workflows: [{ id, runs_30d: 5, live_runs_30d: 5, delivered_30d_percent: 40 }],
  })
  const mended = recipeFor(creatorId, { description: 'With another light.' })
  await creator.json(`/workflows/${id}`, { method: 'PUT', body: mended })
  expect(await read('/workflows/mine?limit=1')).toMatchObject({
    workflows: [{ id, runs_30d: 5, live_runs_30d: 0, delivered_30d_percent: null }],
  })
})

test('a hidden recipe tells its creator why, and the objection reaches the admins once', async () => {
  const { id } = await publish(creator)
  const guest = new Browser(app.url)
  const admin = new Browser(app.url)
  await signIn(admin, 'admin@example.com', { admin: true })
  const report = await guest.json<{ id: string }>('/reports', {
    body: { subject_type: 'workflow', subject_id: id, reason: 'copyright' },
  })
  await admin.json(`/admin/reports/${report.body.id}/actions`, { body: { action: 'hide' } })
  const mine = () => read('/workflows/mine?state=hidden')
  expect(await mine()).toMatchObject({
    workflows: [
      { id, state: 'hidden', hidden_reason: 'copyright', hidden_words: 'Copyright or trademark' },
    ],
  })
  const object = () =>
    creator.json(`/workflows/${id}/objection`, { body: { text: 'The drawing is my own.' } })
  expect((await object()).status).toBe(201)
  expect((await object()).status).toBe(409)
  expect(await mine()).toMatchObject({ workflows: [{ objected_at: expect.any(String) }] })
  const queue = await admin.json<{ reports: { id: string }[] }>('/admin/reports')
  expect(queue.body.reports).toMatchObject([
    { subject_id: id, reason: 'objection', note: 'The drawing is my own.', subject_hidden: true },
  ])
  await admin.json(`/admin/reports/${queue.body.reports[0]?.id}/actions`, {
    body: { action: 'restore' },
  })
  expect(await mine()).toMatchObject({ workflows: [] })
})

test('buyers read the time of the last runs once ten runs have ended, and one call makes this time the declared time', async () => {
  const { id } = await publish(creator, { generation_time: 4 })
  const guest = new Browser(app.url)
  for (let remix = 0; remix < 9; remix++) await remixNow(guest, id)
  // The creator's own run of a free recipe counts as a run, and says nothing about its time.
  await remixNow(creator, id)
  const take = (seconds: number) =>
    app.ctx.db
      .update(jobs)
      .set({ finishedAt: sql`${jobs.startedAt} + make_interval(secs => ${seconds})` })
      .where(and(eq(jobs.workflowId, id), eq(jobs.status, 'COMPLETED')))
  const versions = async () => (await read(`/workflows/${id}/versions`)).versions as object[]
  const seen = async () => {
    const recipe = await guest.json<WorkflowCard>(`/workflows/${id}`)
    const mine = await read('/workflows/mine?limit=1')
    const [card] = mine.workflows as WorkflowCard[]
    expect(card?.last_runs).toEqual(recipe.body.last_runs)
    expect(card?.measured_time).toEqual(recipe.body.measured_time)
    expect(card?.generation_time).toBe(recipe.body.generation_time)
    const { generation_time, measured_time } = recipe.body
    return [generation_time, measured_time?.seconds, card?.last_runs]
  }
  await take(7)
  await recountLastRuns(app.ctx)
  expect((await versions())[0]).not.toHaveProperty('measured_time')
  expect(await seen()).toEqual([4, undefined, null])
  await remixNow(guest, id)
  await take(7)
  expect(await recountLastRuns(app.ctx)).toBe(1)
  expect(await recountLastRuns(app.ctx)).toBe(0)
  const words = 'Of the last 10 remixes 10 delivered: half within 7s, 95 of 100 within 7s.'
  const told = { delivered: 10, of: 10, p50: 7, p95: 7, words }
  expect(await seen()).toEqual([4, 7, told])
  const next = await tryRemix(guest, id, { async: true })
  expect(next.body).toMatchObject({ generation_time: 7 })
  const measured_time = { seconds: 7, runs: 10 }
  expect(await versions()).toMatchObject([{ version: 1, generation_time: 4, measured_time }])
  expect(await read('/workflows/mine?limit=1')).toMatchObject({
    workflows: [{ id, measured_time }],
  })

  const use = (version: number) =>
    creator.json(`/workflows/${id}/versions/${version}/publish`, { body: { measured_time: true } })
  expect((await use(2)).body).toMatchObject({ code: 'not_found' })
  expect((await use(1)).body).toMatchObject({ version: 2, generation_time: 7_000 })
  expect((await use(1)).body).toMatchObject({ code: 'version_changed' })
  expect((await use(2)).body).toMatchObject({ code: 'conflict' })
  // Runs of the version before say nothing of the new one.
  expect(await seen()).toEqual([7_000, undefined, null])
  expect(await recountLastRuns(app.ctx)).toBe(0)
  expect(await versions()).toMatchObject([
    { version: 2, generation_time: 7_000, note: 'Time measured over 10 remixes' },
    { version: 1, generation_time: 4 },
  ])
})

test('a document may leave out its time once tests have measured it', async () => {
  const timeless = { generation_time: undefined, description: 'How long does it take?' }
  const steps = [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A new {{wish}}' }]
  const refusal = await tryPublish(creator, { ...timeless, steps })
  expect(refusal.body).toMatchObject({
    code: 'invalid_recipe',
    details: [{ path: 'generation_time' }],
  })
  const { id } = await publish(creator, { steps, generation_time: 9_000 })
  const again = (body: object) =>
    creator.json<{ generation_time: number }>(`/workflows/${id}`, { method: 'PUT', body })
  const document = recipeFor(creatorId, { ...timeless, steps })
  expect((await again(document)).body.generation_time).toBe(9_000)
  const begun = await creator.json<{ job_id: string }>(`/workflows/${id}/tests`, {
    body: { user_inputs: { wish: 'boat' } },
  })
  await expect
    .poll(async () => (await read(`/tests/${begun.body.job_id}`)).passed, { timeout: 10_000 })
    .toBe(true)
  // However slow this machine is.
  await app.ctx.db
    .update(jobs)
    .set({ finishedAt: sql`${jobs.startedAt} + make_interval(secs => 0.4)` })
    .where(eq(jobs.id, begun.body.job_id))
  expect((await again(document)).body.generation_time).toBe(1_000)
})
