import { createHash } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ChildPool, createChildPool } from '../../../platform/children/pool.ts'
import type { GenerationProvider, StepCall } from '../spec.ts'
import {
  createAbsentLocalProvider,
  createLocalProvider,
  localChildModule,
} from './create-local-provider.ts'
import { loadStudio } from './load-studio.ts'

let children: ChildPool
let local: GenerationProvider

beforeAll(async () => {
  children = createChildPool({ module: localChildModule, size: 2 })
  const forShort = createChildPool({ module: localChildModule, size: 1 })
  local = createLocalProvider({ studio: await loadStudio(), children, forShort })
})
afterAll(() => local.close?.())

function call(parts: Partial<StepCall>): StepCall {
  return {
    functionType: 'text_to_image',
    params: {},
    videos: [],
    idempotencyKey: 'k',
    seed: 7,
    ...parts,
  }
}

async function run(
  parts: Partial<StepCall>,
  signal = new AbortController().signal,
): Promise<Buffer> {
  const outcome = await local.start(call(parts), { signal, onProgress: () => undefined })
  if (outcome.state !== 'done' || outcome.product.from !== 'bytes') throw new Error('not done')
  return outcome.product.bytes
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('text_to_image', () => {
  const small = { width: 256, height: 256 }

  test('gives the same picture for one seed and another for another seed', async () => {
    const prompt = 'a lighthouse at dusk'
    const [one, again, other] = await Promise.all([
      run({ prompt, params: { ...small, seed: 3 } }),
      run({ prompt, params: { ...small }, seed: 3 }),
      run({ prompt, params: { ...small, seed: '4' } }),
    ])
    expect(digest(one)).toBe(digest(again))
    expect(digest(one)).not.toBe(digest(other))
  })

  test('draws in the requested size', async () => {
    const exact = await loadImage(await run({ prompt: 'sea', params: { width: 300, height: 512 } }))
    expect([exact.width, exact.height]).toEqual([300, 512])
    const wide = await loadImage(await run({ prompt: 'sea', params: { aspect: '16:9' } }))
    expect([wide.width, wide.height]).toEqual([1024, 576])
  })

  test('draws at screen size instead of paper size where the run asks for that', async () => {
    const params = { aspect: '16:9', size: 'large' }
    const drawn = await loadImage(await run({ prompt: 'sea', params, screenSize: true }))
    expect([drawn.width, drawn.height]).toEqual([1024, 576])
  })

  test.each([
    [{ width: 255 }, 'width', 'Width must be at least 256.'],
    [{ height: 1537 }, 'height', 'Height must be at most 1536.'],
    [{ seed: -1 }, 'seed', 'Seed must be at least 0.'],
    [{ seed: 'many' }, 'seed', 'Seed must be a number.'],
    [{ style: 'photo' }, 'style', expect.stringMatching(/^Style must be one of auto, /)],
    [{ text: 'x'.repeat(61) }, 'text', 'Text must be at most 60 characters, is 61.'],
    [{ text: 'Leeds 東京' }, 'text', 'Text cannot letter 東京 yet.'],
    [{ steps: 30 }, undefined, 'The step has no "steps".'],
  ])(
    'refuses %j by its label, for good and to the creator alone',
    async (params, setting, told) => {
      const refused = run({ prompt: 'sea', params })
      await expect(refused).rejects.toMatchObject({
        code: 'params_invalid',
        retryable: false,
        byRecipe: true,
        publicMessage: 'This recipe’s settings are not valid.',
        setting,
        told,
      })
    },
  )

  test('needs a text', async () => {
    await expect(run({ prompt: '  ' })).rejects.toMatchObject({ code: 'missing_input' })
  })
})

test('every other function runs in a child, from a drawing to joined films', async () => {
  const image = (bytes: Buffer) => ({
    kind: 'image' as const,
    contentType: 'image/png',
    bytes: () => Promise.resolve(bytes),
  })
  const video = (bytes: Buffer) => ({
    ...image(bytes),
    kind: 'video' as const,
    contentType: 'video/mp4',
  })
  const drawn = await run({ prompt: 'boat at dawn', params: { width: 256, height: 256 } })
  const styled = await run({
    functionType: 'image_to_image',
    firstImage: image(drawn),
    params: { style: 'Duotone' },
  })
  const shots = { size: 256, duration: '1', fps: 12 }
  const film = await run({
    functionType: 'image_to_video',
    firstImage: image(drawn),
    params: { ...shots, move: 'Pan left' },
  })
  const passage = await run({
    functionType: 'image_to_video',
    firstImage: image(drawn),
    lastImage: image(styled),
    params: shots,
  })
  const joined = await run({ functionType: 'video_concat', videos: [video(film), video(passage)] })
  expect(joined.subarray(4, 8).toString()).toBe('ftyp')
  const large = await loadImage(
    await run({
      functionType: 'upscale_image',
      firstImage: image(styled),
      params: { factor: '2' },
    }),
  )
  expect([large.width, large.height]).toEqual([512, 512])
  const empty = createCanvas(200, 200).encodeSync('png')
  const nobody = run({ functionType: 'remove_background', firstImage: image(empty) })
  await expect(nobody).rejects.toMatchObject({ code: 'no_person', retryable: false })
  const junk = run({ functionType: 'image_to_image', firstImage: image(Buffer.from('junk')) })
  await expect(junk).rejects.toMatchObject({
    code: 'not_an_image',
    publicMessage: 'This file cannot be read as a picture.',
  })
}, 60_000)

test.each([
  ['image_to_image', { strength: 2 }, /Strength/],
  ['image_to_image', { dark: 'red' }, /Dark/],
  ['image_to_video', { duration: 9 }, /Duration/],
  ['image_to_video', { fps: 60 }, /Fps/],
  ['image_to_video', { move: 'spin' }, /Move/],
  ['upscale_image', { factor: 3 }, /Factor/],
  ['remove_background', { softness: -1 }, /Softness/],
  ['video_concat', { sound: true }, /sound/],
])('%s refuses %j', async (functionType, params, told) => {
  await expect(run({ functionType, params })).rejects.toMatchObject({
    told: expect.stringMatching(told),
  })
})

test('shows its params as JSON Schema and fills every default', () => {
  for (const { functionType, params } of local.functions) {
    expect(z.toJSONSchema(params), functionType).toMatchObject({
      type: 'object',
      additionalProperties: false,
    })
    const names = Object.keys((z.toJSONSchema(params) as { properties: object }).properties)
    const blank = Object.fromEntries(names.map((name) => [name, '']))
    expect(params.parse(blank)).toEqual(expect.objectContaining(params.parse({})))
  }
})

test('refuses a call whose media are missing', async () => {
  for (const { functionType, needs } of local.functions) {
    if (needs.firstImage !== 'required' && needs.videos.min === 0) continue
    await expect(run({ functionType })).rejects.toMatchObject({ code: 'missing_input' })
  }
})

test('cancelling kills the working child', async () => {
  const abort = new AbortController()
  let begun = () => undefined as void
  const working = new Promise<void>((resolve) => {
    begun = resolve
  })
  const work = local.start(
    call({ prompt: 'a large storm', params: { width: 1536, height: 1536 } }),
    { signal: abort.signal, onProgress: () => begun() },
  )
  await working
  const before = children.pids()
  const started = performance.now()
  abort.abort()
  await expect(work).rejects.toMatchObject({ code: 'aborted', retryable: false })
  await vi.waitUntil(() => before.some((pid) => !children.pids().includes(pid)), { timeout: 1000 })
  expect(performance.now() - started).toBeLessThan(1000)
  expect(digest(await run({ prompt: 'sea', params: { width: 256, height: 256 } }))).toHaveLength(64)
})

test('a killed child causes one retry', async () => {
  await run({ prompt: 'warm up', params: { width: 256, height: 256 } })
  const work = run({ prompt: 'mountains', params: { width: 1536, height: 1536 } })
  const failed = expect(work).rejects.toMatchObject({ code: 'crashed', retryable: true })
  for (const pid of children.pids()) process.kill(pid, 'SIGKILL')
  await failed
})

test('has nothing to poll and nothing to charge, and describes itself', async () => {
  const io = { signal: new AbortController().signal, onProgress: () => undefined }
  await expect(local.check({}, io)).rejects.toMatchObject({ retryable: false })
  await local.cancel({})
  expect(local.estimateCents({ functionType: 'text_to_image', params: {} })).toBe(0)
  expect(local.availability()).toEqual({ available: true })
  expect(local.functions.find((f) => f.functionType === 'text_to_image')?.description).toMatch(
    /procedural/i,
  )
  await expect(run({ functionType: 'dream' })).rejects.toMatchObject({ code: 'unknown_function' })
})

test('without local-studio the provider is listed and names the variable to set', async () => {
  const absent = createAbsentLocalProvider()
  expect(absent.availability()).toEqual({ available: false, missing: 'LOCAL is false' })
  const started = absent.start(call({ prompt: 'sea' }), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  await expect(started).rejects.toMatchObject({ code: 'unknown_function', retryable: false })
})
