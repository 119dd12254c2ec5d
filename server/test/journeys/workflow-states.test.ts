import { RESTORABLE_DAYS } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepTakenDown } from '../../src/features/workflows/workflow-state.ts'
import { aPicture } from '../support/access/world.ts'
import {
  DRAW,
  idOf,
  openCheckout,
  publish,
  type Refusal,
  recipeFor,
  tryPublish,
  tryRemix,
} from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import {
  createScriptedProvider,
  picture,
  type ScriptedProvider,
} from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const DAY_MS = 86_400_000
const TEN = Array.from({ length: 10 }, (_, at) => at)
let now = Date.UTC(2030, 0, 1, 12)
let app: TestApp
let creator: Browser
let creatorId: string
let guest: Browser

beforeAll(async () => {
  const away: ScriptedProvider = {
    ...createScriptedProvider({ start: () => picture() }),
    id: 'fal',
    title: 'fal',
    availability: () => ({ available: false, missing: 'FAL_KEY is not set' }),
  }
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() }), away],
    change: (ctx) => {
      ctx.clock = { now: () => new Date(now) }
    },
  })
  await enter()
  creatorId = await idOf(creator)
  await approve(app.ctx, creatorId)
  guest = new Browser(app.url)
})
afterAll(() => app.close())

async function enter(): Promise<void> {
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
}

/** Sessions end meanwhile, so the creator signs in again. */
async function wait(ms: number): Promise<void> {
  now += ms
  await enter()
}

const setState = (id: string, state: string, by = creator) =>
  by.json<WorkflowView & Refusal>(`/workflows/${id}/state`, { method: 'PUT', body: { state } })
const discovered = async (query = '') =>
  (
    await guest.json<{ workflows: { id: string }[] }>(`/workflows?per_page=48${query}`)
  ).body.workflows.map((one) => one.id)
const view = async (id: string, by = guest) =>
  (await by.json<WorkflowView & Refusal>(`/workflows/${id}`)).body

describe('an unlisted recipe', () => {
  test('opens and runs by its address, and stands in no list, count or search', async () => {
    const { id } = await publish(creator, { name: 'Quiet lighthouse' })
    expect(await discovered()).toContain(id)
    expect((await setState(id, 'unlisted')).body).toMatchObject({
      state: 'unlisted',
      unlisted: true,
    })
    for (const query of ['', '&q=lighthouse', `&creator=${creatorId}`]) {
      expect(await discovered(query)).not.toContain(id)
    }
    const { body: profile } = await guest.json<{ counts?: object }>(`/users/${creatorId}`)
    expect(JSON.stringify(profile)).not.toContain(id)
    const seen = await view(id)
    expect(seen).toMatchObject({ id, unlisted: true })
    expect(seen).not.toHaveProperty('state')
    expect((await tryRemix(guest, id)).status).toBe(200)
    await setState(id, 'listed')
    expect(await discovered()).toContain(id)
  })
})

describe('a paused recipe', () => {
  test('keeps its page, and starts neither a run nor a checkout', async () => {
    const free = await publish(creator)
    const priced = await publish(creator, { price: 300 })
    for (const { id } of [free, priced]) await setState(id, 'paused')
    expect(await view(free.id)).toMatchObject({
      paused: true,
      not_for_sale: expect.stringContaining('paused'),
    })
    const run = await tryRemix(guest, free.id)
    expect([run.status, run.body.code]).toEqual([409, 'conflict'])
    expect(run.body.error).toContain('paused')
    const checkout = await openCheckout(guest, priced.id)
    expect([checkout.status, checkout.body.code]).toEqual([409, 'conflict'])
    await setState(free.id, 'unlisted')
    expect((await tryRemix(guest, free.id)).status).toBe(200)
  })

  test('is paused by its creator alone', async () => {
    const { id } = await publish(creator)
    expect((await setState(id, 'paused', guest)).status).toBe(403)
    expect(await view(id)).not.toHaveProperty('paused')
  })
})

describe('a recipe whose provider is not set up', () => {
  const steps = [{ ...DRAW, provider: 'fal' }]

  test('is not listed by publishing, by a new version or by its state', async () => {
    const refused = await tryPublish(creator, { steps })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_recipe'])
    expect(refused.body.details?.[0]?.path).toBe('steps[0].provider')
    const { id } = await publish(creator)
    const put = () =>
      creator.json<Refusal>(`/workflows/${id}`, {
        method: 'PUT',
        body: recipeFor(creatorId, { steps }),
      })
    expect((await put()).status).toBe(400)
    await setState(id, 'unlisted')
    expect((await put()).status).toBe(200)
    expect((await setState(id, 'listed')).body.code).toBe('invalid_recipe')
    expect((await setState(id, 'paused')).status).toBe(200)
  })
})

describe('a recipe that was taken down', () => {
  const takeDown = (id: string) => creator.json(`/workflows/${id}`, { method: 'DELETE' })
  const restore = (id: string, by = creator) =>
    by.json<WorkflowView & Refusal>(`/workflows/${id}/restore`, { method: 'POST' })

  test('comes back within 30 days as it was, and not after', async () => {
    const { id } = await publish(creator)
    await setState(id, 'unlisted')
    await takeDown(id)
    expect((await view(id)).code).toBe('not_found')
    const mine = await creator.json<{ workflows: { id: string; state: string }[] }>(
      '/workflows/mine?state=taken_down',
    )
    expect(mine.body.workflows).toContainEqual(
      expect.objectContaining({
        id,
        state: 'taken_down',
        restorable_until: new Date(now + RESTORABLE_DAYS * DAY_MS).toISOString(),
      }),
    )
    expect((await restore(id, guest)).status).toBe(404)
    await wait(RESTORABLE_DAYS * DAY_MS - 1)
    expect((await restore(id)).body).toMatchObject({ id, state: 'unlisted' })
    await takeDown(id)
    await wait(RESTORABLE_DAYS * DAY_MS)
    expect((await restore(id)).status).toBe(404)
  })

  test('keeps its uploaded sample private meanwhile, and the sweep frees the file later', async () => {
    const form = await aPicture()
    const upload = await creator.json<{ url: string }>('/upload/image', { form })
    const made = await publish(creator, { sample_creation_url: upload.body.url })
    const read = ({ sample }: WorkflowView) =>
      guest.fetch(sample?.url ?? '').then((answer) => answer.status)
    expect(await read(made)).toBe(200)
    await takeDown(made.id)
    expect(await read(made)).toBe(404)
    expect(await read((await restore(made.id)).body)).toBe(200)
    await takeDown(made.id)
    await wait((RESTORABLE_DAYS + 1) * DAY_MS)
    await sweepTakenDown.run(app.ctx)
    const { rows } = await app.ctx.db.execute(
      `select sample_media_id from workflows where id = '${made.id}'`,
    )
    expect(rows).toEqual([{ sample_media_id: null }])
  })
})

describe('versions', () => {
  test('an earlier text is published again as the newest version, with a note', async () => {
    const { id } = await publish(creator, { name: 'First' })
    await creator.json(`/workflows/${id}`, {
      method: 'PUT',
      body: recipeFor(creatorId, { name: 'Second' }),
    })
    const again = await creator.json<WorkflowView>(`/workflows/${id}/versions/1/publish`, {
      body: { note: 'The old words were better' },
    })
    expect(again).toMatchObject({ status: 201, body: { version: 3, name: 'First' } })
    const { body } = await creator.json<{ versions: { version: number }[] }>(
      `/workflows/${id}/versions`,
    )
    expect(body.versions).toMatchObject([
      { version: 3, note: 'The old words were better', live: true },
      { version: 2, note: null, live: false },
      { version: 1, live: false },
    ])
    const source = (path: string) =>
      creator.json<{ name: string } & Refusal>(`/workflows/${id}/${path}`)
    expect((await source('versions/2/source')).body.name).toBe('Second')
    expect((await source('source?version=2')).body.name).toBe('Second')
    expect(await source('source?version=4')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path: 'version' }] },
    })
    expect((await source('versions/4/source')).status).toBe(404)
  })

  test('ten publications at once make ten versions', async () => {
    const { id } = await publish(creator)
    const answers = await Promise.all(
      TEN.map((n) =>
        creator.json<WorkflowView>(`/workflows/${id}`, {
          method: 'PUT',
          body: recipeFor(creatorId, { name: `Name ${n}` }),
        }),
      ),
    )
    const numbers = answers.map(({ body }) => body.version).toSorted((a, b) => a - b)
    expect(numbers).toEqual(TEN.map((n) => n + 2))
  })
})
