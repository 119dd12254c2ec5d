import { expect, test } from 'vitest'
import { createFalProvider } from '../fal/create-fal-provider.ts'
import { createGoogleProvider } from '../google/create-google-provider.ts'
import { createOpenAIProvider } from '../openai/create-openai-provider.ts'
import { createReplicateProvider } from '../replicate/create-replicate-provider.ts'
import type { GenerationProvider } from '../spec.ts'
import type { VendorOptions } from './vendor-options.ts'

type Make = (options: VendorOptions) => GenerationProvider

const VENDORS: [string, Make, { model?: string; asks: string; key: [string, string] }][] = [
  [
    'OpenAI',
    createOpenAIProvider,
    { asks: 'https://api.openai.com/v1/models/gpt-image-2', key: ['authorization', 'Bearer k'] },
  ],
  [
    'Google',
    createGoogleProvider,
    {
      asks: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash-image',
      key: ['x-goog-api-key', 'k'],
    },
  ],
  [
    'Replicate',
    createReplicateProvider,
    {
      model: 'someone/painter:abc123',
      asks: 'https://api.replicate.com/v1/models/someone/painter',
      key: ['authorization', 'Bearer k'],
    },
  ],
  [
    'fal',
    createFalProvider,
    {
      asks: 'https://api.fal.ai/v1/models?endpoint_id=fal-ai%2Fflux%2Fschnell',
      key: ['authorization', 'Key k'],
    },
  ],
]

const json = (status: number) =>
  new Response('{}', { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

function ask(make: Make, answer: () => Response | Promise<Response>, model?: string) {
  const seen: { address: string; headers: Headers }[] = []
  const provider = make({
    apiKey: 'k',
    fetch: async (address, init) => {
      seen.push({ address: new Request(address).url, headers: new Headers(init?.headers) })
      return answer()
    },
  })
  const call = { functionType: 'text_to_image', ...(model && { model }) }
  const found = provider.lookUpModel?.(call, new AbortController().signal)
  return { seen, found }
}

test.for(VENDORS)(
  '%s is asked for a model by its name and says whether it is offered',
  async ([, make, { model, asks, key }]) => {
    const here = ask(make, () => json(200), model)
    expect(await here.found).toMatchObject({ offered: true })
    expect(here.seen.map(({ address }) => address)).toEqual([asks])
    expect(here.seen[0]?.headers.get(key[0])).toBe(key[1])
    expect(await ask(make, () => json(404), model).found).toMatchObject({ offered: false })
  },
)

test.for(VENDORS)(
  'an answer of %s that says nothing about the model is none',
  async ([, make, { model }]) => {
    const page = () => new Response('<h1>Not Found</h1>', { status: 404 })
    const answers = [
      () => json(401),
      () => json(429),
      () => json(500),
      page,
      () => Promise.reject(),
    ]
    for (const answer of answers) expect(await ask(make, answer, model).found).toBeUndefined()
  },
)

test('fal is not asked for models outside of its list, nor a proxy for any', async () => {
  const unlisted = ask(createFalProvider, () => json(404), 'fal-ai/my-own')
  expect(await unlisted.found).toBeUndefined()
  const proxied: Make = (options) =>
    createFalProvider({ ...options, baseUrl: 'https://proxy.example' })
  const behind = ask(proxied, () => json(404))
  expect(await behind.found).toBeUndefined()
  expect([...unlisted.seen, ...behind.seen]).toEqual([])
})
