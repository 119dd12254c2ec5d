import { estimateWork, FUNCTIONS } from '@vignette/local-studio'
import { expect, test } from 'vitest'
import { createAbsentLocalProvider } from '../../providers/generation/local/create-local-provider.ts'
import { createProviderRegistry } from '../../providers/generation/registry.ts'
import { readSeed, SEEDS } from '../catalogue/seeds/seeds.ts'
import { outputSizeOf } from './output-size.ts'
import { catalogOf } from './recipe-providers.ts'
import { parseRecipe } from './rules.ts'

const providers = createProviderRegistry([
  {
    ...createAbsentLocalProvider(),
    functions: FUNCTIONS,
    availability: () => ({ available: true }),
    estimateWork,
  },
])

function sizeOf(file: string, change: (text: string) => string = (text) => text) {
  const document = JSON.parse(change(JSON.stringify({ ...readSeed(file), user_id: 'x' })))
  const parsed = parseRecipe(document, catalogOf({ providers }))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return outputSizeOf({ providers }, parsed.recipe)
}

test('the size of a drawn picture, and of a film made of the picture, is known', () => {
  expect(sizeOf('travel-poster')).toEqual({ width: 2728, height: 4096 })
  const postcard = { width: 1440, height: 1080, film: true, seconds: 5 }
  expect(sizeOf('moving-postcard')).toEqual(postcard)
})

test.each(['moving-postcard', 'day-into-night', 'sketch-to-canvas'])(
  '%s has 1080 lines',
  (file) => {
    const { width = 0, height = 0 } = sizeOf(file) ?? {}
    expect(Math.min(width, height)).toBe(1080)
  },
)

test('the longer side alone is known where the visitor chooses the format', () => {
  expect(sizeOf('gallery-abstract')).toMatchObject({ varies: true })
  const { width, height } = sizeOf('gallery-abstract') ?? { width: 0, height: 0 }
  expect(Math.max(width, height)).toBe(4096)
})

test('a description that names a size names the size of the file', () => {
  const named = SEEDS.flatMap(({ file }) => {
    const { description = '' } = readSeed(file)
    expect(description).not.toMatch(/any size/)
    const [, pixels] = /(\d+) pixels: it prints/.exec(description) ?? []
    return pixels ? { file, pixels, description } : []
  })
  expect(named.map(({ file }) => file)).toContain('gallery-abstract')
  for (const { file, pixels, description } of named) {
    const { width, height } = sizeOf(file) ?? { width: 0, height: 0 }
    const longer = Math.max(width, height)
    expect(pixels, file).toBe(String(longer))
    for (const [, cm, dpi] of description.matchAll(/(\d+) cm at (\d+) dpi/g))
      expect(cm, file).toBe(((longer * 2.54) / Number(dpi)).toFixed())
  }
})

test('where the visitor’s picture decides, the recipe states the largest size that any picture leads to', () => {
  const paper = { width: 4096, height: 4096, up_to: true }
  for (const file of ['photo-to-oil', 'cut-paper', 'two-ink-print'])
    expect(sizeOf(file), file).toEqual(paper)
  const film = { width: 1440, height: 1440, film: true, up_to: true }
  expect(sizeOf('slow-camera')).toEqual(film)
  expect(sizeOf('before-and-after')).toEqual({ ...film, seconds: 4 })
})

test('the recipe states no size where a film or a free text decides, or where the picture has no limit', () => {
  expect(sizeOf('one-reel')).toBeNull()
  expect(sizeOf('twice-the-size')).toBeNull()
  // A text that its pattern bounds, so that nobody can list what it brings.
  const open = (text: string) =>
    text
      .replace('"size":"large"', '"size":"{{lettering}}"')
      .replace('"max_length":24', '"pattern":"large|screen"')
      .replace(/"ideas":\["SKAGEN".*?\]/, '"ideas":[]')
  expect(sizeOf('travel-poster', open)).toBeNull()
})
