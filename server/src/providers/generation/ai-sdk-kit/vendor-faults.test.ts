import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFalStandIn } from '../../../../test/support/stand-ins/fal-stand-in.ts'
import { startGoogleStandIn } from '../../../../test/support/stand-ins/google-stand-in.ts'
import { startOpenAIStandIn } from '../../../../test/support/stand-ins/openai-stand-in.ts'
import { startReplicateStandIn } from '../../../../test/support/stand-ins/replicate-stand-in.ts'
import { failureOf, makeCall, makeIo } from '../../../../test/support/stand-ins/step-calls.ts'
import { faults, type StandIn } from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import { createFalProvider } from '../fal/create-fal-provider.ts'
import { createGoogleProvider } from '../google/create-google-provider.ts'
import { createOpenAIProvider } from '../openai/create-openai-provider.ts'
import { createReplicateProvider } from '../replicate/create-replicate-provider.ts'
import { ProviderError } from '../spec.ts'
import type { VendorOptions } from './vendor-options.ts'

const KEY = 'test-key'

const vendors = [
  {
    id: 'openai',
    functionType: 'text_to_image',
    missing: 'OPENAI_API_KEY is not set',
    stand: startOpenAIStandIn,
    make: (origin: string, options: VendorOptions) =>
      createOpenAIProvider({ ...options, baseUrl: `${origin}/v1` }),
  },
  {
    id: 'google',
    functionType: 'text_to_image',
    missing: 'GOOGLE_GENERATIVE_AI_API_KEY is not set',
    stand: startGoogleStandIn,
    make: (origin: string, options: VendorOptions) =>
      createGoogleProvider({ ...options, baseUrl: `${origin}/v1beta` }),
  },
  {
    id: 'fal',
    functionType: 'text_to_image',
    missing: 'FAL_KEY is not set',
    stand: () => startFalStandIn(() => ''),
    make: (origin: string, options: VendorOptions) =>
      createFalProvider({ ...options, baseUrl: origin, queueUrl: origin }),
  },
  {
    id: 'fal',
    functionType: 'text_to_video',
    missing: 'FAL_KEY is not set',
    stand: () => startFalStandIn(() => ''),
    make: (origin: string, options: VendorOptions) =>
      createFalProvider({ ...options, baseUrl: origin, queueUrl: origin }),
  },
  {
    id: 'replicate',
    functionType: 'text_to_image',
    missing: 'REPLICATE_API_TOKEN is not set',
    stand: startReplicateStandIn,
    make: (origin: string, options: VendorOptions) =>
      createReplicateProvider({ ...options, baseUrl: `${origin}/v1` }),
  },
  {
    id: 'replicate',
    functionType: 'text_to_video',
    missing: 'REPLICATE_API_TOKEN is not set',
    stand: startReplicateStandIn,
    make: (origin: string, options: VendorOptions) =>
      createReplicateProvider({ ...options, baseUrl: `${origin}/v1` }),
  },
]

describe.each(vendors)('$id $functionType', ({ functionType, missing, stand, make }) => {
  let api: StandIn
  const limits = { pictureTimeoutMs: 10_000, callTimeoutMs: 10_000, maxAnswerBytes: 200_000 }
  const start = (options: VendorOptions = {}, signal?: AbortSignal) =>
    make(api.origin, { apiKey: KEY, ...limits, ...options }).start(
      makeCall(functionType),
      makeIo(signal),
    )

  beforeEach(async () => {
    api = await stand()
  })
  afterEach(() => api.close())

  test('reports the missing variable without a key, and refuses to start', async () => {
    const provider = make(api.origin, {})
    expect(provider.availability()).toEqual({ available: false, missing })
    const error = await failureOf(provider.start(makeCall(functionType), makeIo()))
    expect(error).toMatchObject({ code: 'provider_unavailable', retryable: false })
    expect(api.seen).toHaveLength(0)
    expect(make(api.origin, { apiKey: KEY }).availability()).toEqual({ available: true })
  })

  test.each([
    [400, { code: 'provider_rejected', retryable: false }],
    [402, { code: 'provider_refused_account', retryable: false }],
    [404, { code: 'provider_model_unknown', retryable: false }],
    [408, { code: 'provider_down', retryable: true }],
    [409, { code: 'provider_down', retryable: true }],
    [500, { code: 'provider_down', retryable: true }],
    [503, { code: 'provider_down', retryable: true }],
  ])('maps status %d', async (status, expected) => {
    api.failOnce(faults.status(status, { detail: 'internal words 7731' }))
    const error = await failureOf(start())
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject(expected)
    expect(error.publicMessage).not.toContain('7731')
    expect(api.seen).toHaveLength(1)
  })

  test('reports a refused key', async () => {
    expect(await failureOf(start({ apiKey: 'another-key' }))).toMatchObject({
      code: 'provider_refused_account',
      retryable: false,
    })
  })

  test('keeps the key and the prompt out of the log, even where the vendor repeats them', async () => {
    const text = `Incorrect API key provided: ${KEY}, for "a fox in the snow"`
    api.failOnce(
      faults.status(401, {
        error: { message: text, code: 401, status: 'UNAUTHENTICATED' },
      }),
    )
    const error = await failureOf(start())
    const cause = error.cause as Error
    expect(cause.message).toContain('Incorrect API key provided: [hidden], for ')
    expect(`${error.stack} ${cause.stack}`).not.toMatch(/test-key|fox/)
  })

  test('passes on Retry-After', async () => {
    api.failOnce(faults.status(429, { detail: 'slow down' }, { 'retry-after': '7' }))
    expect(await failureOf(start())).toMatchObject({
      code: 'provider_busy',
      retryable: true,
      retryAfterMs: 7000,
    })
  })

  test('distinguishes declined content from an invalid request', async () => {
    api.failOnce(
      faults.status(422, {
        error: { message: 'Blocked by the safety system', code: 400, status: 'x' },
        detail: 'Blocked by the safety system',
        message: 'Blocked by the safety system',
      }),
    )
    expect(await failureOf(start())).toMatchObject({
      code: 'provider_content_declined',
      retryable: false,
    })
  })

  test('times out on a vendor that never answers', async () => {
    api.failOnce(faults.hang)
    const error = await failureOf(start({ pictureTimeoutMs: 50, callTimeoutMs: 50 }))
    expect(error).toMatchObject({ code: 'provider_timeout', retryable: true })
  })

  test("rejects with the caller's reason when aborted", async () => {
    api.failOnce(faults.hang)
    const abort = new AbortController()
    const work = failureOf(start({}, abort.signal))
    await api.once(() => true)
    abort.abort(new Error('job cancelled'))
    expect((await work).message).toBe('job cancelled')
  })

  test('does not start for an aborted caller', async () => {
    const work = start({}, AbortSignal.abort(new Error('job cancelled')))
    await expect(work).rejects.toThrow('job cancelled')
    expect(api.seen).toHaveLength(0)
  })

  test('reports garbage, an endless answer and a truncated one', async () => {
    api.failOnce(faults.garbage)
    expect(await failureOf(start())).toMatchObject({ code: 'provider_garbled', retryable: false })
    api.failOnce(faults.huge)
    expect(await failureOf(start())).toMatchObject({ code: 'download_too_large', retryable: false })
    api.failOnce(faults.cut)
    expect(await failureOf(start())).toMatchObject({
      code: 'provider_unreachable',
      retryable: true,
    })
  })

  test('reports an unreachable vendor', async () => {
    await api.close()
    expect(await failureOf(start())).toMatchObject({
      code: 'provider_unreachable',
      retryable: true,
    })
  })

  test('keeps a model name within its segment of the path', async () => {
    const provider = make(api.origin, { apiKey: KEY })
    for (const model of ['../account', 'a/../../b', 'a?b=c', 'a#b', '/a', 'a//b', 'a b']) {
      const error = await failureOf(provider.start(makeCall(functionType, { model }), makeIo()))
      expect(error).toMatchObject({ code: 'model_invalid', retryable: false })
    }
    expect(api.seen).toHaveLength(0)
  })

  test('refuses unknown params', async () => {
    const provider = make(api.origin, { apiKey: KEY })
    const call = makeCall(functionType, { params: { n: 4 } })
    expect(await failureOf(provider.start(call, makeIo()))).toMatchObject({
      code: 'params_invalid',
      retryable: false,
    })
  })
})
