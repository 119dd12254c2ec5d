import type { CreationView } from '@vignette/contract/creations.ts'
import type { SettingsView } from '@vignette/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runSweepAdult } from '../../src/features/creations/sweep-creations.ts'
import { shrinkForLetter } from '../../src/features/media/index.ts'
import { media } from '../../src/schema/media.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { enterAs } from '../support/accounts.ts'
import {
  DRAW,
  publish,
  RESTYLE,
  type Refusal,
  remixNow,
  tryPublish,
  tryRemix,
} from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { scorePictures } from '../support/moderation.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

let app: TestApp
let creator: Browser
let fan: Browser
let score = 0
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, CONTENT_POLICY: 'adult', MINIMUM_AGE: '18' },
    change: (ctx) => scorePictures(ctx, () => score),
  })
  creator = await enterAs(app, 'creator@example.com')
  fan = await enterAs(app, 'fan@example.com')
})
afterAll(() => app.close())
beforeEach(() => {
  score = 0
})

const NUDE = { wish: 'a naked woman on a bed' }
const NOT_KEPT = expect.stringContaining('not kept and nothing was charged')
const asStranger = (id: string) =>
  new Browser(app.url).json<CreationView & Refusal>(`/creations/${id}`)

test('an adult picture made from words is delivered, marked, and never a sample', async () => {
  const { id: recipe } = await publish(creator)
  score = 0.99
  const made = await remixNow(fan, recipe, { public: true })
  expect(made).toMatchObject({ public: true, media: { adult: true } })
  expect((await asStranger(made.id)).body).toMatchObject({ media: { adult: true } })
  const own = await remixNow(creator, recipe, { public: true })
  const [row] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, recipe))
  expect(row?.sampleMediaId).toBeNull()
  const shown = await creator.call<Refusal>('PUT', `/workflows/${recipe}/sample`, {
    creation_id: own.id,
  })
  expect(shown.body).toMatchObject({ code: 'content_refused' })
  const another = await tryPublish(creator, { sample_creation_url: `/creations/${own.id}` })
  expect(another.body).toMatchObject({ code: 'content_refused' })

  score = 0
  const plain = await remixNow(fan, recipe, { public: true })
  expect(plain.media).not.toHaveProperty('adult')
  expect(await shrinkForLetter(app.ctx, plain.media?.id ?? '')).toBeDefined()
  expect(await shrinkForLetter(app.ctx, made.media?.id ?? '')).toBeUndefined()
  // Its words are shown with it.
  const said = await remixNow(fan, recipe, { public: true, user_inputs: NUDE })
  expect(said.media).toMatchObject({ adult: true })
})

const RESTYLED = { ...RESTYLE, id: 'make', prompt: 'A {{wish}}', first_image: '{{photo}}' }

test('what a photo goes into stays general, in its words and in what it makes', async () => {
  const photo = {
    inputs: [
      { key: 'wish', type: 'text' },
      { key: 'photo', type: 'image' },
    ],
  }
  const { id: recipe } = await publish(creator, { ...photo, steps: [RESTYLED], output: 'make' })
  const file = await uploadTo(app.url, 'image', await encodePicture('png', 200, 150), {
    browser: fan,
  })
  const user_inputs = { wish: 'boat', photo: { id: file.body.id } }
  const said = await tryRemix(fan, recipe, { user_inputs: { ...user_inputs, ...NUDE } })
  expect(said.body).toMatchObject({ code: 'content_refused' })
  const undressing = { steps: [{ ...RESTYLED, prompt: 'fully nude' }], output: 'make' }
  expect((await tryPublish(creator, { ...photo, ...undressing })).body).toMatchObject({
    code: 'content_refused',
  })
  score = 0.99
  const made = await tryRemix(fan, recipe, { user_inputs })
  expect(made.body).toMatchObject({ code: 'generation_failed', error: NOT_KEPT })
  expect((await uploadTo(app.url, 'image', await encodePicture('png', 90, 90))).body).toMatchObject(
    {
      code: 'content_refused',
    },
  )
})

test.each([
  ['an address of a picture', { image_url: 'https://example.com/face.jpg' }],
  ['a node that loads a face', { graph: { 1: { class_type: 'ReActorFaceSwap' } } }],
])('%s in the settings of a step is a photo too', async (_, params) => {
  const step = { ...DRAW, params }
  const refused = await tryPublish(creator, {
    steps: [{ ...step, prompt: 'a naked woman {{wish}}' }],
  })
  expect(refused.body).toMatchObject({ code: 'content_refused' })
  const { id } = await publish(creator, { steps: [step] })
  const said = await tryRemix(fan, id, { user_inputs: NUDE })
  expect(said.body).toMatchObject({ code: 'content_refused' })
})

test('what everybody reads stays general', async () => {
  const names = { name: 'Naked woman', description: 'porn scene', tags: ['porn'] }
  for (const [key, value] of Object.entries(names))
    expect((await tryPublish(creator, { [key]: value })).body).toMatchObject({
      code: 'content_refused',
    })
  expect(
    (await tryPublish(creator, { steps: [{ ...DRAW, prompt: 'a naked woman {{wish}}' }] })).status,
  ).toBe(201)
})

test('minors and real people are refused before anything runs, in the buyer’s words and together with the recipe’s', async () => {
  const { id } = await publish(creator, {
    steps: [{ ...DRAW, prompt: 'erotic photo of {{wish}}' }],
  })
  for (const wish of [
    'a schoolgirl',
    'my ex girlfriend',
    'a 16yo',
    'taylor swift',
    'a young girl',
  ]) {
    const { body } = await tryRemix(new Visitor(app.url), id, { user_inputs: { wish } })
    expect({ wish, code: body.code }).toEqual({ wish, code: 'content_refused' })
  }
})

test('the setting needs the age, and going back closes what was shown', async () => {
  const server = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: UNLIMITED_RATES,
    change: (ctx) => scorePictures(ctx, () => score),
  })
  try {
    const admin = new Browser(server.url)
    await signIn(admin, 'boss@example.com', { admin: true })
    const change = async (values: object) => {
      const { revision } = (await admin.json<SettingsView>('/admin/settings')).body
      return admin.call<SettingsView & Refusal>('PUT', '/admin/settings', { revision, values })
    }
    for (const values of [
      { CONTENT_POLICY: 'adult' },
      { CONTENT_POLICY: 'adult', MINIMUM_AGE: '17' },
      { CONTENT_POLICY: 'everything', MINIMUM_AGE: '18' },
    ])
      expect((await change(values)).status).toBe(400)
    const { body } = await change({ CONTENT_POLICY: 'adult' })
    expect(body.details).toMatchObject([{ path: 'MINIMUM_AGE' }])
    expect(body.error).toContain('at least 18')
    expect((await change({ CONTENT_POLICY: 'adult', MINIMUM_AGE: '18' })).status).toBe(200)
    expect((await change({ MINIMUM_AGE: null })).status).toBe(400)
    const config = await new Browser(server.url).json<object>('/config')
    expect(config.body).toMatchObject({ content_policy: 'adult', minimum_age: 18 })

    const maker = await enterAs(server, 'maker@example.com')
    const { id: recipe } = await publish(maker)
    score = 0.99
    const made = await remixNow(maker, recipe, { public: true })
    const seen = () => new Browser(server.url).fetch(`/api/v1/creations/${made.id}`)
    expect((await seen()).status).toBe(200)
    await runSweepAdult(server.ctx)
    expect((await seen()).status).toBe(200)

    expect((await change({ CONTENT_POLICY: 'general', MINIMUM_AGE: null })).status).toBe(200)
    await Promise.all([runSweepAdult(server.ctx), runSweepAdult(server.ctx)])
    expect((await seen()).status).toBe(404)
    const [file] = await server.ctx.db
      .select()
      .from(media)
      .where(eq(media.id, made.media?.id ?? ''))
    expect(file).toMatchObject({ public: false, verdict: 'adult' })
    expect((await maker.json<CreationView>(`/creations/${made.id}`)).body).toMatchObject({
      public: false,
    })
    const again = await maker.json<Refusal>(`/creations/${made.id}`, {
      method: 'PATCH',
      body: { public: true },
    })
    expect(again.body).toMatchObject({ code: 'content_refused' })
    const refused = await tryRemix(maker, recipe)
    expect(refused.body).toMatchObject({ code: 'generation_failed', error: NOT_KEPT })
  } finally {
    await server.close()
  }
})
