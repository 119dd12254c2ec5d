import { providerView } from '@vignette/contract/app.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRemoteProviders, listTrustedOrigins } from './create-remote-providers.ts'
import { createProviderRegistry } from './registry.ts'

test('without any key all providers are listed with the missing variable', () => {
  const list = createProviderRegistry(createRemoteProviders({})).list()
  expect(Object.fromEntries(list.map(({ id, missing }) => [id, missing]))).toEqual({
    openai: 'OPENAI_API_KEY is not set',
    google: 'GOOGLE_GENERATIVE_AI_API_KEY is not set',
    fal: 'FAL_KEY is not set',
    replicate: 'REPLICATE_API_TOKEN is not set',
    comfyui: 'COMFYUI_URL is not set',
  })
  expect(z.array(providerView).parse(JSON.parse(JSON.stringify(list)))).toEqual(list)
})

test('a key makes its provider available and appears in no answer', () => {
  const registry = createProviderRegistry(
    createRemoteProviders({ FAL_KEY: 'secret-1', COMFYUI_URL: 'http://10.0.0.5:8188/' }),
  )
  const available = registry.list().filter((each) => each.available)
  expect(available.map(({ id }) => id)).toEqual(['fal', 'comfyui'])
  expect(JSON.stringify(registry.list())).not.toContain('secret-1')
  expect(listTrustedOrigins({ COMFYUI_URL: 'http://10.0.0.5:8188/x' })).toEqual([
    'http://10.0.0.5:8188',
  ])
  expect(listTrustedOrigins({})).toEqual([])
})
