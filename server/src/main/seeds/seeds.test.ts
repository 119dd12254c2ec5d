import { recipeDocument } from '@vignette/contract/workflows.ts'
import { expect, test } from 'vitest'
import { readSeed, SEEDS } from './seeds.ts'

const documents = SEEDS.map((seed) => ({ ...seed, document: readSeed(seed.file) }))

test.each(documents)(
  '$file is a recipe, and its sample fills its inputs',
  ({ document, sample }) => {
    expect(recipeDocument.safeParse({ ...document, user_id: 'x' }).error).toBeUndefined()
    const keys = (document.inputs ?? []).map((input) => input.key)
    expect(new Set(Object.keys(sample))).toEqual(new Set(keys))
  },
)

test('names differ, since the seed finds a recipe by its name', () => {
  expect(new Set(documents.map(({ document }) => document.name)).size).toBe(SEEDS.length)
})

test('a sample is made only from existing samples, without a cycle', () => {
  const made = new Set<string>()
  const sourcesOf = (sample: (typeof SEEDS)[number]['sample']) =>
    Object.values(sample).flatMap((value) => (typeof value === 'string' ? [] : [value.sampleOf]))
  for (let before = -1; before < made.size; ) {
    before = made.size
    for (const { file, sample } of SEEDS)
      if (sourcesOf(sample).every((source) => made.has(source))) made.add(file)
  }
  expect(made).toEqual(new Set(SEEDS.map(({ file }) => file)))
})

test('the catalogue shows what the product can do', () => {
  const all = documents.map(({ document }) => document)
  expect(all.length).toBeGreaterThanOrEqual(14)
  expect(all.some(({ price }) => price === 0) && all.some(({ price }) => price > 0)).toBe(true)
  expect(new Set(all.map(({ output_type }) => output_type))).toEqual(new Set(['image', 'video']))
  expect(new Set(all.map(({ steps }) => steps.length))).toEqual(new Set([1, 2, 3]))
  const kinds = all.flatMap(({ inputs }) => (inputs ?? []).map(({ type }) => type))
  expect(new Set(kinds)).toEqual(new Set(['text', 'number', 'image', 'video']))
})
