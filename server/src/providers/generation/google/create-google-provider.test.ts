import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  candidateAnswer,
  declinedAnswer,
  startGoogleStandIn,
} from '../../../../test/support/stand-ins/google-stand-in.ts'
import { HTML, PNG } from '../../../../test/support/stand-ins/media-samples.ts'
import {
  failureOf,
  makeCall,
  makeIo,
  picture,
} from '../../../../test/support/stand-ins/step-calls.ts'
import { faults, type StandIn } from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import { createGoogleProvider } from './create-google-provider.ts'

let api: StandIn
const make = () => createGoogleProvider({ apiKey: 'test-key', baseUrl: `${api.origin}/v1beta` })

beforeEach(async () => {
  api = await startGoogleStandIn()
})
afterEach(() => api.close())

test("draws one picture with ratio, size and the job's seed", async () => {
  const params = { aspectRatio: '16:9', imageSize: '2K' }
  const outcome = await make().start(makeCall('text_to_image', { params }), makeIo())
  expect(outcome).toEqual({ state: 'done', product: { from: 'bytes', kind: 'image', bytes: PNG } })
  expect(api.seen[0]?.path).toBe('/v1beta/models/gemini-2.5-flash-image:generateContent')
  expect(api.seen[0]?.json()).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'a fox in the snow' }] }],
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
      seed: 42,
    },
  })
})

test('sends the input picture inline', async () => {
  const call = makeCall('image_to_image', { firstImage: picture, params: { seed: 7 } })
  await make().start(call, makeIo())
  expect(api.seen[0]?.json()).toMatchObject({
    contents: [
      { parts: [{}, { inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } }] },
    ],
    generationConfig: { seed: 7 },
  })
})

test('reports that the content may have been declined', async () => {
  api.failOnce(faults.status(200, declinedAnswer))
  const error = await failureOf(make().start(makeCall('text_to_image'), makeIo()))
  expect(error).toMatchObject({ code: 'provider_no_result', retryable: false })
  expect(error.publicMessage).toContain('declined')
  expect(api.seen).toHaveLength(1)
})

test('refuses a product that is no picture', async () => {
  api.failOnce(faults.status(200, candidateAnswer(HTML)))
  expect(await failureOf(make().start(makeCall('text_to_image'), makeIo()))).toMatchObject({
    code: 'provider_wrong_media',
  })
})

test('estimates by model and size', () => {
  const cents = (model: string | undefined, params: Record<string, unknown>) =>
    make().estimateCents({ functionType: 'text_to_image', ...(model ? { model } : {}), params })
  expect(cents(undefined, {})).toBe(5)
  expect(cents('gemini-3-pro-image-preview', { imageSize: '4K' })).toBe(25)
  expect(cents('gemini-9', { imageSize: '4K' })).toBe(41)
})
