import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FalStandIn,
  falInvalid,
  startFalStandIn,
} from '../../../../test/support/stand-ins/fal-stand-in.ts'
import { HTML, PNG } from '../../../../test/support/stand-ins/media-samples.ts'
import {
  failureOf,
  makeCall,
  makeIo,
  picture,
} from '../../../../test/support/stand-ins/step-calls.ts'
import {
  faults,
  type StandIn,
  startStandIn,
} from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import type { Operation, Outcome } from '../spec.ts'
import { createFalProvider } from './create-fal-provider.ts'
import type { FalOptions } from './endpoints.ts'

let api: FalStandIn
let files: StandIn
const MEDIA = 'https://v3.fal.media'

beforeEach(async () => {
  files = await startStandIn((_, answer) => answer.end(PNG))
  api = await startFalStandIn(() => MEDIA)
})
afterEach(async () => {
  await api.close()
  await files.close()
})

const make = (options: FalOptions = {}) =>
  createFalProvider({
    apiKey: 'test-key',
    baseUrl: api.origin,
    queueUrl: api.origin,
    files: [{ from: MEDIA, to: files.origin }],
    checkAfterMs: 1234,
    ...options,
  })

const data = `data:image/png;base64,${PNG.toString('base64')}`

function operationOf(outcome: Outcome): Operation {
  expect(outcome).toMatchObject({ state: 'running', checkAfterMs: 1234 })
  if (outcome.state !== 'running') throw new Error('not running')
  // Serialised as the database stores an operation.
  return JSON.parse(JSON.stringify(outcome.operation)) as Operation
}

test('draws a picture and fetches it without the key', async () => {
  const params = { size: '1024x768', options: { num_inference_steps: 4 } }
  const outcome = await make().start(makeCall('text_to_image', { params }), makeIo())
  expect(outcome).toEqual({ state: 'done', product: { from: 'bytes', kind: 'image', bytes: PNG } })
  expect(api.seen[0]?.path).toBe('/fal-ai/flux/schnell')
  expect(api.seen[0]?.json()).toEqual({
    prompt: 'a fox in the snow',
    seed: 42,
    image_size: { width: 1024, height: 768 },
    num_images: 1,
    num_inference_steps: 4,
  })
  expect(files.seen).toHaveLength(1)
  expect(files.seen[0]?.headers.authorization).toBeUndefined()
})

test('sends the input picture', async () => {
  await make().start(makeCall('image_to_image', { firstImage: picture }), makeIo())
  expect(api.seen[0]?.path).toBe('/fal-ai/flux-pro/kontext')
  expect(api.seen[0]?.json()).toMatchObject({ image_url: data })
})

test('fetches no picture from a private address', async () => {
  api.failOnce(faults.status(200, { images: [{ url: `${files.origin}/picture.png` }] }))
  const error = await failureOf(make().start(makeCall('text_to_image'), makeIo()))
  expect(error).toMatchObject({ code: 'download_address_refused', retryable: false })
  expect(files.seen).toHaveLength(0)
})

test.each([
  ['a file that is no picture', faults.status(200, HTML.toString()), 'provider_wrong_media', false],
  ['a huge file', faults.huge, 'download_too_large', false],
  ['a missing file', faults.status(404, {}), 'download_status', false],
  ['a broken file server', faults.status(503, {}), 'download_status', true],
])('tells %s', async (_, fault, code, retryable) => {
  files.failOnce(fault)
  const error = await failureOf(
    make({ maxPictureBytes: 200_000 }).start(makeCall('text_to_image'), makeIo()),
  )
  expect(error).toMatchObject({ code, retryable })
})

test('a video is resumed by a second provider without a second start', async () => {
  const call = makeCall('text_to_video', { params: { duration: 5, aspectRatio: '16:9' } })
  const operation = operationOf(await make().start(call, makeIo()))
  expect(JSON.stringify(operation)).not.toContain('test-key')
  expect(api.seen[0]?.headers['idempotency-key']).toBe('job-1/draw')
  expect(api.seen[0]?.json()).toEqual({
    prompt: 'a fox in the snow',
    aspect_ratio: '16:9',
    duration: '5s',
    seed: 42,
  })

  const second = make()
  const pending = operationOf(await second.check(operation, makeIo()))
  expect(pending).toEqual(operation)
  api.finish()
  expect(await make().check(pending, makeIo())).toEqual({
    state: 'done',
    product: { from: 'address', kind: 'video', url: `${files.origin}/files/req-1.mp4` },
  })
  expect(api.starts()).toHaveLength(1)
})

test('a video begins with one picture and ends with another', async () => {
  const call = makeCall('image_to_video', {
    firstImage: picture,
    lastImage: picture,
    params: { duration: 5, lastImageField: 'tail_image_url' },
  })
  await make().start(call, makeIo())
  expect(api.seen[0]?.path).toBe('/fal-ai/kling-video/v2.1/standard/image-to-video')
  expect(api.seen[0]?.json()).toMatchObject({
    image_url: data,
    tail_image_url: data,
    duration: '5',
  })
})

test.each([
  [503, { code: 'provider_down', retryable: true }],
  [429, { code: 'provider_busy', retryable: true, retryAfterMs: 3000 }],
  [401, { code: 'provider_refused_account', retryable: false }],
])('a look that meets %d does not end the video', async (status, expected) => {
  const provider = make()
  const operation = operationOf(await provider.start(makeCall('text_to_video'), makeIo()))
  api.failOnce(faults.status(status, { detail: 'no' }, { 'retry-after': '3' }))
  expect(await failureOf(provider.check(operation, makeIo()))).toMatchObject(expected)
  operationOf(await provider.check(operation, makeIo()))
})

test('a poll that cannot connect is retried', async () => {
  const provider = make()
  const operation = operationOf(await provider.start(makeCall('text_to_video'), makeIo()))
  await api.close()
  expect(await failureOf(provider.check(operation, makeIo()))).toMatchObject({
    code: 'provider_unreachable',
    retryable: true,
  })
})

test("a poll that hangs ends at its timeout or at the caller's abort", async () => {
  const provider = make({ callTimeoutMs: 60 })
  const operation = operationOf(await provider.start(makeCall('text_to_video'), makeIo()))
  api.failOnce(faults.hang)
  expect(await failureOf(provider.check(operation, makeIo()))).toMatchObject({
    code: 'provider_timeout',
    retryable: true,
  })
  api.failOnce(faults.hang)
  const abort = new AbortController()
  const check = failureOf(make().check(operation, makeIo(abort.signal)))
  await api.once(() => api.seen.length === 3)
  abort.abort(new Error('job cancelled'))
  expect((await check).message).toBe('job cancelled')
})

test('a video that the vendor failed to make fails, and its reason stays in the log', async () => {
  const provider = make()
  const operation = operationOf(await provider.start(makeCall('text_to_video'), makeIo()))
  api.failOnce(faults.status(422, falInvalid))
  const error = await failureOf(provider.check(operation, makeIo()))
  expect(error).toMatchObject({ retryable: false })
  expect(error.publicMessage).not.toContain('flagged')
})

test('a cancelled video is removed from the queue, and a finished one is left alone', async () => {
  const provider = make()
  const operation = operationOf(await provider.start(makeCall('text_to_video'), makeIo()))
  await provider.cancel(operation)
  const cancel = api.seen.at(-1)
  expect(cancel).toMatchObject({
    method: 'PUT',
    path: '/fal-ai/luma-dream-machine/requests/req-1/cancel',
  })
  expect(cancel?.headers.authorization).toBe('Key test-key')
  const second = operationOf(await provider.start(makeCall('text_to_video'), makeIo()))
  api.finish()
  await provider.cancel(second)
  expect(api.seen.at(-1)?.path).toContain('req-2/cancel')
})

test("the key is sent to the queue's address only, even if the operation stores another address", async () => {
  const operation = {
    vendor: 'fal',
    model: 'fal-ai/x',
    sdk: { responseUrl: `${files.origin}/requests/1`, submitUrl: 'https://queue.fal.run/fal-ai/x' },
    cancelUrl: `${files.origin}/cancel`,
  }
  await make().cancel(operation)
  await failureOf(make().check(operation, makeIo()))
  expect(files.seen.map(({ headers }) => headers.authorization)).not.toContain('Key test-key')
})

test('an operation of another provider is refused', async () => {
  expect(await failureOf(make().check({ vendor: 'replicate' }, makeIo()))).toMatchObject({
    code: 'operation_unknown',
    retryable: false,
  })
})

test.each([
  'num_images',
  'enable_safety_checker',
  'enableSafetyChecker',
  'disable_safety_checker',
  'safety_tolerance',
  'safetySettings',
  'moderation',
  'personGeneration',
  'allow_nsfw',
  'prompt',
  'duration',
])('a recipe may not set %s', async (key) => {
  const params = { options: { [key]: '1' } }
  expect(
    await failureOf(make().start(makeCall('text_to_image', { params }), makeIo())),
  ).toMatchObject({ code: 'params_invalid' })
})

test('estimates by model, size and seconds, and high for an unknown model', () => {
  const cents = (functionType: string, model: string, params = {}) =>
    make().estimateCents({ functionType, model, params })
  expect(cents('text_to_image', 'fal-ai/flux/schnell')).toBe(1)
  expect(cents('text_to_image', 'fal-ai/flux/dev', { size: '2048x2048' })).toBe(12)
  expect(cents('text_to_image', 'fal-ai/flux-pro/kontext/max')).toBe(8)
  expect(cents('text_to_image', 'fal-ai/nothing')).toBe(25)
  const kling = 'fal-ai/kling-video/v2.1/standard/image-to-video'
  expect(cents('image_to_video', kling, { duration: 5 })).toBe(28)
  expect(cents('image_to_video', kling)).toBe(56)
  expect(cents('text_to_video', 'fal-ai/nothing', { duration: 5 })).toBe(400)
})
