import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { publish, RESTYLE, type Refusal } from '../support/acts.ts'
import { type Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { newPerson } from '../support/moderation.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** Eileen Collins, a photo of NASA, which is in the public domain. */
const PHOTO = readFileSync(new URL('../support/astronaut.jpg', import.meta.url))
const env = { ...UNLIMITED_RATES, FACE_QUESTION: 'ask', NSFW_THRESHOLD: '1' }
let app: TestApp
let who: Awaited<ReturnType<typeof newPerson>>
let recipe: string
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env,
  })
  who = await newPerson(app, 'face@example.com')
  const inputs = [{ type: 'image', name: 'photo', key: 'photo', required: true }]
  recipe = (
    await publish(who.browser, {
      inputs,
      steps: [{ ...RESTYLE, first_image: '{{photo}}' }],
      output: RESTYLE.id,
    })
  ).id
})
afterAll(() => app.close())

async function upload(browser: Browser, bytes: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a')
  return browser.json<Refusal & { id: string; shows_face: boolean | null }>('/upload/image', {
    form,
  })
}

const scene = (height: number, width = height) =>
  sharp({ create: { width, height, channels: 3, background: '#7aa2c4' } })
    .png()
    .toBuffer()

/** So many of the photo side by side. */
async function crowd(count: number): Promise<Buffer> {
  const side = 160
  const layers = Array.from({ length: count }, (_, at) => ({
    input: PHOTO,
    left: (at % 5) * side,
    top: Math.floor(at / 5) * side,
  }))
  return sharp(await scene(2 * side, 5 * side))
    .composite(layers)
    .png()
    .toBuffer()
}

test('an upload says whether it shows a face: a photo and ten in one, none in a scene, in a huge one, in a broken file', async () => {
  const seen = async (bytes: Buffer) => (await upload(who.browser, bytes)).body.shows_face
  expect(await seen(PHOTO)).toBe(true)
  expect(await seen(await crowd(10))).toBe(true)
  expect(await seen(await scene(300))).toBe(false)
  expect(await seen(await scene(7071))).toBe(false)
  expect((await upload(who.browser, PHOTO.subarray(0, 900))).body.code).toBe('invalid_media')
  const many = await Promise.all(Array.from({ length: 10 }, () => upload(who.browser, PHOTO)))
  expect(many.map(({ status, body }) => [status, body.shows_face])).toEqual(
    Array(10).fill([201, true]),
  )
})

test('a detector that fails asks nothing, and refuses nothing', async () => {
  const { uploadChildren } = app.ctx
  const run = uploadChildren.inTurn.bind(uploadChildren)
  app.ctx.uploadChildren.inTurn = (turn) => {
    const pool = run(turn)
    const broken = (task: string, ...rest: unknown[]) =>
      task === 'findFace'
        ? Promise.reject(new Error('no model'))
        : (pool.run as (...all: unknown[]) => Promise<unknown>)(task, ...rest)
    return { ...pool, run: broken as typeof pool.run }
  }
  try {
    const { status, body } = await upload(who.browser, PHOTO)
    expect([status, body.shows_face]).toEqual([201, null])
  } finally {
    app.ctx.uploadChildren.inTurn = run
  }
})

test('the answer stays with the run, in the copy of a person, and goes with the person; the specified call needs none', async () => {
  const { body: photo } = await upload(who.browser, PHOTO)
  const run = async (more: object) => {
    const body = { user_inputs: { photo: photo.id }, ...more }
    const answer = await who.browser.json<{ id: string } & Refusal>(
      `/workflows/${recipe}/creations`,
      { body: { async: false, ...body } },
    )
    return answer
  }
  const faceOf = async (id: string) =>
    (await app.ctx.db.select().from(jobs).where(eq(jobs.creationId, id)))[0]?.face
  const [said, unsaid] = [(await run({ face: 'agreed' })).body.id, (await run({})).body.id]
  expect([await faceOf(said), await faceOf(unsaid)]).toEqual(['agreed', null])
  expect((await run({ face: 'nobody' })).status).toBe(400)
  const zip = readZip(
    Buffer.from(await (await who.browser.fetch('/api/v1/users/me/export')).arrayBuffer()),
  )
  expect(JSON.parse(zip.get('faces.json')?.toString() ?? '')).toEqual([
    { creation_id: said, face: 'agreed' },
  ])
  const gone = await who.browser.json('/users/me', {
    method: 'DELETE',
    body: { confirm: 'DELETE' },
  })
  expect(gone.status).toBeLessThan(300)
  expect(await faceOf(said)).toBeNull()
})

test('nothing looks where nobody asks, which is so on one’s own machine', async () => {
  const beside = await startTestApp({
    beside: app,
    worker: false,
    env: { ...env, FACE_QUESTION: 'off' },
  })
  try {
    const other = await newPerson(beside, 'off@example.com')
    expect((await upload(other.browser, PHOTO)).body.shows_face).toBeNull()
  } finally {
    await beside.close()
  }
})
