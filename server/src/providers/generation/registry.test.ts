import { providerView } from '@vignette/contract/app.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createProviderRegistry } from './registry.ts'
import type { GenerationProvider } from './spec.ts'

function makeProvider(id: string, missing?: string): GenerationProvider {
  return {
    id,
    title: id.toUpperCase(),
    description: `About ${id}.`,
    costsOperator: missing !== undefined,
    forEveryCreator: true,
    sourceType: 'algorithmicMedia',
    functions: [
      {
        functionType: 'text_to_image',
        title: 'Text to image',
        description: 'Draws.',
        needs: {
          prompt: 'required',
          firstImage: 'none',
          lastImage: 'none',
          videos: { min: 0, max: 0 },
        },
        output: 'image',
        params: z.strictObject({
          size: z.enum(['512x512', '1024x1024']).default('512x512'),
          seed: z.int().min(0).max(9).optional(),
        }),
        model: 'none',
      },
    ],
    pricedBy: [],
    availability: () => (missing ? { available: false, missing } : { available: true }),
    estimateCents: () => 0,
    start: () => Promise.reject(new Error('not called')),
    check: () => Promise.reject(new Error('not called')),
    cancel: () => Promise.resolve(),
  }
}

test('lists every provider with its missing variables and the params of its functions', () => {
  const list = createProviderRegistry([
    makeProvider('local'),
    makeProvider('acme', 'ACME_KEY is not set'),
  ]).list()
  expect(list.map(({ id, available, missing }) => ({ id, available, missing }))).toEqual([
    { id: 'local', available: true, missing: null },
    { id: 'acme', available: false, missing: 'ACME_KEY is not set' },
  ])
  expect(list[0]?.functions[0]?.params).toEqual({
    type: 'object',
    properties: {
      size: { type: 'string', enum: ['512x512', '1024x1024'], default: '512x512' },
      seed: { type: 'integer', minimum: 0, maximum: 9 },
    },
    additionalProperties: false,
  })
  expect(z.array(providerView).parse(JSON.parse(JSON.stringify(list)))).toEqual(list)
})

test('finds an existing function and refuses an unknown one', () => {
  const registry = createProviderRegistry([makeProvider('local')])
  expect(registry.get('local').id).toBe('local')
  expect(registry.find('ghost')).toBeUndefined()
  expect(registry.findFunction('local', 'text_to_image')?.output).toBe('image')
  expect(registry.findFunction('local', 'text_to_video')).toBeUndefined()
  expect(() => registry.get('ghost')).toThrow('provider_unknown')
})

test('refuses two providers with one id', () => {
  expect(() => createProviderRegistry([makeProvider('a'), makeProvider('a')])).toThrow('share')
})
