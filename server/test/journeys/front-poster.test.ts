import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import type { FrontPage } from '@vignette/contract/front-page.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPoster } from '../../src/features/catalogue/find-poster.ts'
import { seedCatalogue } from '../../src/features/catalogue/index.ts'
import { dayCounts } from '../../src/platform/http/tables.ts'
import { newId } from '../../src/platform/ids.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { creations } from '../../src/schema/creations.ts'
import { jobs } from '../../src/schema/generation.ts'
import { media } from '../../src/schema/media.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { SEED: 'true', SEED_CREATIONS: 'false', ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '600' },
    worker: false,
  })
  await seedCatalogue(app.ctx)
})
afterAll(() => app.close())

type Words = Record<string, string>

const draw = (actor: Visitor, town: string, more: Words = {}) =>
  actor.call<{ picture: string } & Refusal>('POST', '/front-page/poster', {
    user_inputs: { town, ...more },
  })

interface Refusal {
  code?: string
  error?: string
  details?: { path: string; message: string }[]
}

/** What a run of the poster's recipe answers. */
async function remix(actor: Visitor, town: string, more: Words) {
  const { poster } = (await actor.call<FrontPage>('GET', '/front-page')).body
  return actor.call<Refusal>('POST', `/workflows/${poster?.workflow_id}/creations`, {
    user_inputs: { town, ...more },
    terms_version: TERMS_VERSION,
  })
}
const rows = async () => [await app.ctx.db.$count(jobs), await app.ctx.db.$count(creations)]

test('a browser that cannot draw gets a small poster, which is kept nowhere', async () => {
  const before = await rows()
  const { status, body } = await draw(new Visitor(app.url), 'Whitby')
  expect(status).toBe(200)
  const [kind, bytes = ''] = body.picture.split(',')
  expect(kind).toBe('data:image/webp;base64')
  const { format, width, height } = await sharp(Buffer.from(bytes, 'base64')).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 213, height: 320 })
  expect(await rows()).toEqual(before)
})

test('the menus begin at the sample, as far as everybody may see how it was made', async () => {
  const { db } = app.ctx
  const poster = async () => (await findPoster(app.ctx))?.poster
  const [recipe] = await db.select().from(workflows).where(eq(workflows.name, 'Where You Grew Up'))
  const { id: workflowId = '', ownerId = '', version = 1 } = recipe ?? {}
  const createdAt = new Date()
  const mediaId = newId()
  const file = {
    kind: 'image',
    storageKey: mediaId,
    contentType: 'image/png',
    extension: 'png',
  } as const
  const made = { origin: 'generated', token: 'a'.repeat(16), bytes: 1, sha256: '' } as const
  await db.insert(media).values({ id: mediaId, ownerId, ...file, ...made, createdAt })
  const id = newId()
  const inputs = { town: 'Leeds', land: 'a city with tall houses', hour: 'midnight' }
  await db.insert(creations).values({
    id,
    workflowId,
    workflowVersion: version,
    ownerId,
    inputs,
    mediaId,
    public: true,
    createdAt,
    deliveredAt: createdAt,
  })
  await db.update(workflows).set({ sampleMediaId: mediaId }).where(eq(workflows.id, workflowId))
  const shown = await poster()
  expect(shown?.field.shown).toBe('Leeds')
  // A choice that the recipe no longer offers begins where the recipe does.
  expect(shown?.choices.map(({ value }) => value)).toEqual(['a city with tall houses', 'sunset'])
  await db.update(creations).set({ public: false }).where(eq(creations.id, id))
  const kept = await poster()
  expect([kept?.field.shown, kept?.choices[0]?.value]).toEqual([
    '',
    'a harbour with a lighthouse and sailing boats',
  ])
})

test('the same words give the same poster, and another place gives another poster', async () => {
  const actor = new Visitor(app.url)
  const first = (await draw(actor, 'Whitby')).body.picture
  expect((await draw(actor, 'Whitby')).body.picture).toBe(first)
  expect((await draw(actor, 'Skagen')).body.picture).not.toBe(first)
})

test.each<[string, string, Words, number, string]>([
  ['no word', '', {}, 400, 'town'],
  ['a long name', 'x'.repeat(400), {}, 400, 'town'],
  ['a choice that the form does not offer', 'Whitby', { land: 'on the moon' }, 400, 'land'],
  ['a key that is no input', 'Whitby', { sky: 'green' }, 400, 'sky'],
  ['words that are not allowed', 'naked children', {}, 422, 'town'],
  ['letters that no face has', 'Leeds 東京', {}, 400, 'town'],
])('%s: the poster is refused in the words of a run', async (_, town, more, status, key) => {
  const answer = await draw(new Visitor(app.url), town, more)
  const run = await remix(new Visitor(app.url), town, more)
  expect(answer.status).toBe(status)
  expect(answer.body.error).toBeTruthy()
  expect(answer.body.details?.map(({ path }) => path)).toEqual([`user_inputs.${key}`])
  const { status: runStatus, body } = run
  expect(runStatus).toBe(status)
  expect(body).toMatchObject({
    code: answer.body.code,
    error: answer.body.error,
    details: answer.body.details,
  })
})

test('spaces around a word change nothing, as in a run', async () => {
  const actor = new Visitor(app.url)
  const { picture } = (await draw(actor, 'Whitby', { hour: 'night' })).body
  expect((await draw(actor, ' Whitby ', { hour: ' night ' })).body.picture).toBe(picture)
})

test('posters count against the free seconds of their visitor and network', async () => {
  const actor = new Visitor(app.url)
  await draw(actor, 'Whitby')
  const counts = await app.ctx.db.select({ seconds: dayCounts.amount }).from(dayCounts)
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
  const start = () => pen.then(() => picture())
  app.ctx.providers = createProviderRegistry([{ ...before.get('local'), start }])
  try {
    const statuses: number[] = []
    const answers = Array.from({ length: 10 }, async () => {
      statuses.push((await draw(new Visitor(app.url), 'Whitby')).status)
    })
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503, 503, 503])
    drawNow()
    await Promise.all(answers)
    expect(statuses.slice(6)).toEqual([200, 200, 200, 200])
  } finally {
    app.ctx.providers = before
  }
})
