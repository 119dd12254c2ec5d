import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creations } from '../../src/features/creations/index.ts'
import { jobs } from '../../src/features/generation/index.ts'
import { freeCompute } from '../../src/features/generation/tables.ts'
import { seedCatalogue } from '../../src/main/seed-catalogue.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { SEED: 'true', SEED_CREATIONS: 'false', ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '600' },
    worker: false,
  })
  await seedCatalogue(app.ctx)
})
afterAll(() => app.close())

const draw = (actor: TestActor, town: string, more: Record<string, string> = {}) =>
  actor.call<{ picture: string; code?: string; error?: string }>('POST', '/front-page/poster', {
    user_inputs: { town, ...more },
  })
const rows = async () => [await app.ctx.db.$count(jobs), await app.ctx.db.$count(creations)]

test('a browser that cannot draw gets a small poster, which is kept nowhere', async () => {
  const before = await rows()
  const { status, body } = await draw(new TestActor(app.url), 'Whitby')
  expect(status).toBe(200)
  const [kind, bytes = ''] = body.picture.split(',')
  expect(kind).toBe('data:image/webp;base64')
  const { format, width, height } = await sharp(Buffer.from(bytes, 'base64')).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 213, height: 320 })
  expect(await rows()).toEqual(before)
})

test('the same words give the same poster, and another place gives another poster', async () => {
  const actor = new TestActor(app.url)
  const first = (await draw(actor, 'Whitby')).body.picture
  expect((await draw(actor, 'Whitby')).body.picture).toBe(first)
  expect((await draw(actor, 'Skagen')).body.picture).not.toBe(first)
})

test.each([
  ['no word', '', {}, 400],
  ['a long name', 'x'.repeat(400), {}, 400],
  ['a choice that the form does not offer', 'Whitby', { land: 'on the moon, drawn by me' }, 400],
  ['words that a run would refuse', 'naked children', {}, 422],
])('%s is refused in a sentence, and draws nothing', async (_, town, more, status) => {
  const answer = await draw(new TestActor(app.url), town, more)
  expect(answer.status).toBe(status)
  expect(answer.body.error).toBeTruthy()
})

test('posters count against the free seconds of their visitor and network', async () => {
  const actor = new TestActor(app.url)
  await draw(actor, 'Whitby')
  const counts = await app.ctx.db.select({ seconds: freeCompute.seconds }).from(freeCompute)
  const before = app.ctx.config
  const used = Math.max(...counts.map(({ seconds }) => seconds))
  app.ctx.config = { ...before, FREE_DAILY_SECONDS: used + 1 }
  try {
    expect((await draw(actor, 'Leeds')).status).toBe(200)
    const { status, body } = await draw(actor, 'Falun')
    expect([status, body.code]).toEqual([429, 'rate_limited'])
  } finally {
    app.ctx.config = before
  }
})

test('of ten visitors at once four are drawn for, and six are told to come again', async () => {
  const { promise: pen, resolve: drawNow } = Promise.withResolvers<void>()
  const before = app.ctx.providers
  const drawPoster = () => pen.then(() => Buffer.from('a poster'))
  app.ctx.providers = createProviderRegistry([{ ...before.get('local'), drawPoster }])
  try {
    const statuses: number[] = []
    const answers = Array.from({ length: 10 }, async () => {
      statuses.push((await draw(new TestActor(app.url), 'Whitby')).status)
    })
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503, 503, 503])
    drawNow()
    await Promise.all(answers)
    expect(statuses.slice(6)).toEqual([200, 200, 200, 200])
  } finally {
    app.ctx.providers = before
  }
})
