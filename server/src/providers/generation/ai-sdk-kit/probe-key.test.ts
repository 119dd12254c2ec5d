import { expect, test } from 'vitest'
import { ProbeError } from '../../../platform/probe-error.ts'
import { createFalProvider } from '../fal/create-fal-provider.ts'
import { createGoogleProvider } from '../google/create-google-provider.ts'
import { createOpenAIProvider } from '../openai/create-openai-provider.ts'
import { createReplicateProvider } from '../replicate/create-replicate-provider.ts'
import type { GenerationProvider } from '../spec.ts'
import type { VendorOptions } from './vendor-options.ts'

type Make = (options: VendorOptions) => GenerationProvider

const GOOGLE_REFUSAL = { error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } }

const VENDORS: [
  string,
  Make,
  { asks: string; key: [string, string]; refusal: [number, unknown] },
][] = [
  [
    'OpenAI',
    createOpenAIProvider,
    {
      asks: 'https://api.openai.com/v1/models',
      key: ['authorization', 'Bearer geheim'],
      refusal: [401, { error: { code: 'invalid_api_key', message: 'Incorrect: geheim' } }],
    },
  ],
  [
    'Google',
    createGoogleProvider,
    {
      asks: 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1',
      key: ['x-goog-api-key', 'geheim'],
      refusal: [400, GOOGLE_REFUSAL],
    },
  ],
  [
    'Replicate',
    createReplicateProvider,
    {
      asks: 'https://api.replicate.com/v1/account',
      key: ['authorization', 'Bearer geheim'],
      refusal: [401, { title: 'Unauthenticated' }],
    },
  ],
  [
    'fal',
    createFalProvider,
    {
      asks: 'https://api.fal.ai/v1/models/pricing?endpoint_id=fal-ai%2Fflux%2Fschnell',
      key: ['authorization', 'Key geheim'],
      refusal: [401, { detail: 'Invalid key' }],
    },
  ],
]

function probe(make: Make, answer: () => Promise<Response>) {
  const seen: { method: string; address: string; headers: Headers }[] = []
  const provider = make({
    apiKey: 'geheim',
    fetch: async (address, init) => {
      const request = new Request(address, init)
      seen.push({ method: request.method, address: request.url, headers: request.headers })
      return answer()
    },
  })
  const said = provider.probe?.(new AbortController().signal).catch((error: unknown) => error)
  return { seen, said }
}

const json = (status: number, body: unknown) => async () => Response.json(body, { status })

test.each(VENDORS)('%s is asked for what only a good key may read', async (_, make, want) => {
  const { seen, said } = probe(make, json(200, {}))
  expect(await said).toMatch(/ takes the key$/)
  const { asks, key } = want
  expect(seen.map(({ method, address }) => [method, address])).toEqual([['GET', asks]])
  expect(seen[0]?.headers.get(key[0])).toBe(key[1])
})

test.each(VENDORS)(
  'the refusal of %s names the variable, and not the key',
  async (_, make, want) => {
    const error = await probe(make, json(...want.refusal)).said
    expect(error).toBeInstanceOf(ProbeError)
    expect(String(error)).toMatch(
      / refuses (OPENAI_API_KEY|GOOGLE_GENERATIVE_AI_API_KEY|REPLICATE_API_TOKEN|FAL_KEY) \(40[01]\): /,
    )
    expect(String(error)).not.toContain('geheim')
  },
)

test.each(VENDORS)('a fault of %s is no word on the key', async (_, make) => {
  expect(String(await probe(make, json(503, {})).said)).toContain(' answered 503: try again later')
  expect(String(await probe(make, json(429, {})).said)).toContain('asked too often')
  const away = Object.assign(new Error('connect'), { code: 'ENOTFOUND' })
  const lost = () => Promise.reject(new TypeError('fetch failed', { cause: away }))
  expect(String(await probe(make, lost).said)).toMatch(/ does not answer at [\w.]+ \(ENOTFOUND\): /)
})

test('a proxy of fal has no price list to ask', () => {
  expect(
    createFalProvider({ apiKey: 'geheim', baseUrl: 'http://127.0.0.1:1' }).probe,
  ).toBeUndefined()
})
