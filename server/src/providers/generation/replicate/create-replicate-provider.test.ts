import { afterEach, beforeEach, expect, test } from 'vitest'
import { PNG } from '../../../../test/support/stand-ins/media-samples.ts'
import {
  type ReplicateStandIn,
  startReplicateStandIn,
} from '../../../../test/support/stand-ins/replicate-stand-in.ts'
import {
  failureOf,
  makeCall,
  makeIo,
  picture,
} from '../../../../test/support/stand-ins/step-calls.ts'
import type { Operation, Outcome } from '../spec.ts'
import { createReplicateProvider } from './create-replicate-provider.ts'

let api: ReplicateStandIn

beforeEach(async () => {
  api = await startReplicateStandIn()
})
afterEach(() => api.close())

const DELIVERY = 'https://replicate.delivery'
const make = () =>
  createReplicateProvider({
    apiKey: 'test-key',
    baseUrl: `${api.origin}/v1`,
    files: [{ from: DELIVERY, to: api.origin }],
    checkAfterMs: 12,
  })

const data = `data:image/png;base64,${PNG.toString('base64')}`

function operationOf(outcome: Outcome): Operation {
  expect(outcome).toMatchObject({ state: 'running', checkAfterMs: 12 })
  if (outcome.state !== 'running') throw new Error('not running')
  return JSON.parse(JSON.stringify(outcome.operation)) as Operation
}

test('draws a picture and fetches it without the token', async () => {
  api.become({ status: 'succeeded', output: [`${DELIVERY}/files/picture.png`] })
  const params = { aspectRatio: '16:9', options: { go_fast: true } }
  const outcome = await make().start(makeCall('text_to_image', { params }), makeIo())
  expect(outcome).toEqual({ state: 'done', product: { from: 'bytes', kind: 'image', bytes: PNG } })
  expect(api.seen[0]?.path).toBe('/v1/models/black-forest-labs/flux-schnell/predictions')
  expect(api.seen[0]?.json()).toEqual({
    input: {
      prompt: 'a fox in the snow',
      aspect_ratio: '16:9',
      seed: 42,
      num_outputs: 1,
      go_fast: true,
    },
  })
  const file = api.seen.find(({ path }) => path === '/files/picture.png')
  expect(file?.headers.authorization).toBeUndefined()
})

test("sends the input picture under the model's own name for it", async () => {
  api.become({ status: 'succeeded', output: `${DELIVERY}/files/picture.png` })
  const call = makeCall('image_to_image', { firstImage: picture, params: { imageField: 'image' } })
  expect(await make().start(call, makeIo())).toMatchObject({ state: 'done' })
  expect(api.seen[0]?.json()).toMatchObject({ input: { image: data } })
})

test('an aborted picture is also stopped at the vendor', async () => {
  api.become({ status: 'processing' })
  const abort = new AbortController()
  const work = failureOf(make().start(makeCall('text_to_image'), makeIo(abort.signal)))
  await api.once(({ method }) => method === 'GET')
  abort.abort(new Error('job cancelled'))
  expect((await work).message).toBe('job cancelled')
  const cancel = await api.once(({ path }) => path === '/v1/predictions/p1/cancel')
  expect(cancel.headers.authorization).toBe('Bearer test-key')
})

test("a failed picture is reported without the vendor's message", async () => {
  api.become({ status: 'failed', error: 'CUDA out of memory' })
  const error = await failureOf(make().start(makeCall('text_to_image'), makeIo()))
  expect(error).toMatchObject({ code: 'provider_failed', retryable: false })
  expect(error.publicMessage).not.toContain('CUDA')
})

test.each([
  ['one address', 'https://replicate.delivery/x/out.mp4'],
  ['a list of one', ['https://replicate.delivery/x/out.mp4']],
])(
  'a video answered as %s is resumed by a second provider without a second start',
  async (_, output) => {
    const call = makeCall('text_to_video', { params: { duration: 6 } })
    const operation = operationOf(await make().start(call, makeIo()))
    expect(JSON.stringify(operation)).not.toContain('test-key')
    api.become({ status: 'processing' })
    operationOf(await make().check(operation, makeIo()))
    api.become({ status: 'succeeded', output })
    expect(await make().check(operation, makeIo())).toEqual({
      state: 'done',
      product: { from: 'address', kind: 'video', url: 'https://replicate.delivery/x/out.mp4' },
    })
    expect(api.starts()).toHaveLength(1)
    expect(api.seen[0]?.headers['idempotency-key']).toBe('job-1/draw')
  },
)

test('a file behind the API is fetched with the token', async () => {
  const operation = operationOf(await make().start(makeCall('text_to_video'), makeIo()))
  api.become({ status: 'succeeded', output: 'https://api.replicate.com/v1/files/f1/download' })
  expect(await make().check(operation, makeIo())).toMatchObject({
    product: { headers: { authorization: 'Bearer test-key' } },
  })
})

test('a video begins with one picture and ends with another', async () => {
  const call = makeCall('image_to_video', {
    model: 'kwaivgi/kling-v2.1',
    firstImage: picture,
    lastImage: picture,
    params: { firstImageField: 'start_image', lastImageField: 'end_image' },
  })
  await make().start(call, makeIo())
  expect(api.seen[0]?.json()).toMatchObject({ input: { start_image: data, end_image: data } })
})

test.each(['failed', 'canceled', 'aborted'] as const)(
  'a video that ended %s fails',
  async (status) => {
    const operation = operationOf(await make().start(makeCall('text_to_video'), makeIo()))
    api.become({ status, error: 'CUDA out of memory' })
    const error = await failureOf(make().check(operation, makeIo()))
    expect(error).toMatchObject({ code: 'provider_failed', retryable: false })
    expect(error.publicMessage).not.toContain('CUDA')
  },
)

test('a cancelled video is cancelled at the vendor', async () => {
  const operation = operationOf(await make().start(makeCall('text_to_video'), makeIo()))
  await make().cancel(operation)
  expect(api.seen.at(-1)).toMatchObject({ method: 'POST', path: '/v1/predictions/p1/cancel' })
})

test('a pinned version is requested by its version id', async () => {
  const version = '3f0457e4619daac51203dedb472816fd4af51f3149fa7a9e0b5ffcf1b8172438'
  await failureOf(
    make().start(makeCall('text_to_video', { model: `acme/model:${version}` }), makeIo()),
  )
  expect(api.seen[0]).toMatchObject({ path: '/v1/predictions' })
  expect(api.seen[0]?.json()).toMatchObject({ version })
})
