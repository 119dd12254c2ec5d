import { afterEach, beforeEach, expect, test } from 'vitest'
import { HTML, PNG } from '../../../../test/support/stand-ins/media-samples.ts'
import {
  pictureAnswer,
  startOpenAIStandIn,
} from '../../../../test/support/stand-ins/openai-stand-in.ts'
import {
  failureOf,
  makeCall,
  makeIo,
  picture,
} from '../../../../test/support/stand-ins/step-calls.ts'
import { faults, type StandIn } from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import { createOpenAIProvider } from './create-openai-provider.ts'

let api: StandIn
const make = () => createOpenAIProvider({ apiKey: 'test-key', baseUrl: `${api.origin}/v1` })

beforeEach(async () => {
  api = await startOpenAIStandIn()
})
afterEach(() => api.close())

test("draws one picture with the recipe's settings", async () => {
  const params = { size: '1536x1024', quality: 'high', background: 'opaque' }
  const outcome = await make().start(makeCall('text_to_image', { params }), makeIo())
  expect(outcome).toEqual({ state: 'done', product: { from: 'bytes', kind: 'image', bytes: PNG } })
  expect(api.seen).toHaveLength(1)
  expect(api.seen[0]?.json()).toMatchObject({
    model: 'gpt-image-2',
    prompt: 'a fox in the snow',
    n: 1,
    size: '1536x1024',
    quality: 'high',
    background: 'opaque',
    output_format: 'png',
  })
  expect(api.seen[0]?.headers['idempotency-key']).toBe('job-1/draw')
})

test('sends the input pictures with an edit', async () => {
  const call = makeCall('image_to_image', {
    model: 'gpt-image-1.5',
    firstImage: picture,
    lastImage: picture,
    params: { inputFidelity: 'high' },
  })
  expect(await make().start(call, makeIo())).toMatchObject({ state: 'done' })
  const [request] = api.seen
  expect(request?.path).toBe('/v1/images/edits')
  const form = request?.body.toString('latin1') ?? ''
  expect(form).toContain('name="model"\r\n\r\ngpt-image-1.5')
  expect(form).toContain('name="input_fidelity"\r\n\r\nhigh')
  expect(form.split(PNG.toString('latin1'))).toHaveLength(3)
})

test('refuses a product that is no picture', async () => {
  api.failOnce(faults.status(200, pictureAnswer(HTML)))
  expect(await failureOf(make().start(makeCall('text_to_image'), makeIo()))).toMatchObject({
    code: 'provider_wrong_media',
    retryable: false,
  })
})

test('refuses an answer without a picture', async () => {
  api.failOnce(faults.status(200, { created: 1, data: [] }))
  expect(await failureOf(make().start(makeCall('text_to_image'), makeIo()))).toMatchObject({
    code: 'provider_no_result',
  })
})

test('estimates whole cents, and more for an unknown model', () => {
  const cents = (functionType: string, model?: string, params = {}) =>
    make().estimateCents({ functionType, ...(model ? { model } : {}), params })
  expect(cents('text_to_image', 'gpt-image-1', { quality: 'high' })).toBe(17)
  expect(cents('text_to_image', 'gpt-image-1', { quality: 'high', size: '1536x1024' })).toBe(25)
  expect(cents('text_to_image', 'gpt-image-1-mini', { quality: 'low' })).toBe(1)
  expect(cents('text_to_image', 'gpt-image-1', { quality: 'auto' })).toBe(17)
  expect(cents('image_to_image', 'gpt-image-1', { quality: 'high' })).toBe(21)
  expect(cents('text_to_image', 'gpt-image-9', { quality: 'high' })).toBeGreaterThan(30)
  expect(cents('text_to_image')).toBe(8)
})
