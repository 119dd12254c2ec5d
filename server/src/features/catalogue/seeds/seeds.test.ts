import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { updateStorefront } from '@vignette/contract/storefronts.ts'
import { readWords } from '@vignette/local-studio'
import { expect, test } from 'vitest'
import { samplesAndSources } from '../planted.ts'
import { FURTHER_CREATIONS } from './further-creations.ts'
import type { MadeWith } from './run.ts'
import { CREATOR_LINES, readSeed, runOf, runsOf, SEEDS } from './seeds.ts'

const documents = SEEDS.map((seed) => ({ ...seed, document: readSeed(seed.file) }))
const everyRun = SEEDS.flatMap(({ file }) => runsOf(file).map((made, run) => ({ file, run, made })))

test.each(documents)('$file is a recipe, and its runs fill its inputs', ({ file, document }) => {
  expect(recipeDocument.safeParse({ ...document, user_id: 'x' }).error).toBeUndefined()
  const inputs = document.inputs ?? []
  for (const { given } of runsOf(file)) {
    expect(new Set(Object.keys(given))).toEqual(new Set(inputs.map((input) => input.key)))
    for (const { key, options } of inputs) {
      const values = options?.map((option) => (typeof option === 'string' ? option : option.value))
      if (values) expect(values).toContain(given[key ?? ''])
    }
  }
})

test('the page of each creator says a line of its own', () => {
  const creators = new Set(SEEDS.map(({ creator }) => creator))
  expect(new Set(Object.keys(CREATOR_LINES))).toEqual(creators)
  const { lines } = updateStorefront.body.shape
  for (const said of Object.values(CREATOR_LINES)) expect(lines.safeParse(said).success).toBe(true)
  expect(new Set(Object.values(CREATOR_LINES).map(([first]) => first)).size).toBe(creators.size)
})

test('names differ, since the seed finds a recipe by its name', () => {
  expect(new Set(documents.map(({ document }) => document.name)).size).toBe(SEEDS.length)
})

test('every recipe has further creations, each with inputs of its own', () => {
  expect(new Set(Object.keys(FURTHER_CREATIONS))).toEqual(new Set(SEEDS.map(({ file }) => file)))
  for (const { file } of SEEDS) {
    const given = runsOf(file).map((run) => JSON.stringify(run.given))
    expect(new Set(given).size, file).toBe(given.length)
    expect(given.length, file).toBeGreaterThan(1)
  }
})

test('no two covers are made from one picture', () => {
  const sources = SEEDS.flatMap(({ sample }) => Object.values(sample)).filter(
    (value) => typeof value !== 'string',
  )
  expect(new Set(sources.map((one) => JSON.stringify(one))).size).toBe(sources.length)
})

test('samples come in the order of Discover, and each run after those that it is made from', () => {
  const order = samplesAndSources()
  const place = (file: string, run: number) =>
    order.findIndex((one) => one.file === file && one.run === run)
  const alone = ({ file }: { file: string }) =>
    Object.values(runOf({ file, run: 0 })?.given ?? {}).every((value) => typeof value === 'string')
  const drawn = SEEDS.toReversed().filter(alone)
  expect(drawn.map(({ file }) => place(file, 0))).toEqual(
    drawn.map(({ file }) => place(file, 0)).toSorted((a, b) => a - b),
  )
  for (const { file, run } of order) {
    const made = Object.values(runOf({ file, run })?.given ?? {})
    for (const value of made.filter((one): one is MadeWith => typeof one !== 'string')) {
      const source = place(value.madeWith, value.run ?? 0)
      expect(source).toBeGreaterThanOrEqual(0)
      expect(source).toBeLessThan(place(file, run))
    }
  }
})

test('a run is made only from runs that exist, without a cycle', () => {
  const made = new Set<string>()
  for (let before = -1; before < made.size; ) {
    before = made.size
    for (const { file, run, made: one } of everyRun) {
      const ready = Object.values(one.given).every(
        (value) => typeof value === 'string' || made.has(`${value.madeWith} ${value.run ?? 0}`),
      )
      if (ready && (run === 0 || made.has(`${file} 0`))) made.add(`${file} ${run}`)
    }
  }
  expect(made).toEqual(new Set(everyRun.map(({ file, run }) => `${file} ${run}`)))
})

test('the catalogue shows what the product can do', () => {
  const all = documents.map(({ document }) => document)
  expect(all.some(({ price }) => price === 0) && all.some(({ price }) => price > 0)).toBe(true)
  expect(new Set(all.map(({ output_type }) => output_type))).toEqual(new Set(['image', 'video']))
  expect(new Set(all.map(({ steps }) => steps.length))).toEqual(new Set([1, 2, 3, 4]))
  const kinds = all.flatMap(({ inputs }) => (inputs ?? []).map(({ type }) => type))
  expect(new Set(kinds)).toEqual(new Set(['text', 'number', 'image', 'video']))
})

test.each(['cat', 'dog', 'pet', 'portrait', 'selfie', 'birthday', 'wedding', 'logo', 'gift'])(
  'a search for "%s" finds a recipe',
  (word) => {
    const found = documents.filter(({ document }) =>
      new RegExp(`\\b${word}`, 'i').test(`${document.name} ${document.description}`),
    )
    expect(found.map(({ file }) => file)).not.toEqual([])
  },
)

test('every word of each idea and of each sample’s inputs is drawn', () => {
  for (const { file, document } of documents) {
    const texts = (document.inputs ?? []).filter(({ type }) => type === 'text')
    for (const { key, options, ideas } of texts) {
      if (!options?.length) expect(ideas?.length, `${file} ${key}`).toBeGreaterThanOrEqual(3)
    }
    const drawings = document.steps.filter(({ function_type: name }) => name === 'text_to_image')
    for (const { prompt = '', params = {} } of drawings) {
      const style = (params as { style?: unknown }).style
      // No thing is drawn in an abstract: its words are colours and a mood.
      if (style === 'abstract') continue
      const missingFrom = (filled: Record<string, unknown>) => {
        const words = (prompt ?? '').replaceAll(/\{\{(\w+)\}\}/g, (_, key) => String(filled[key]))
        return readWords(words, style).missing
      }
      const sample = runOf({ file, run: 0 })?.given ?? {}
      const ideas = texts.flatMap(({ key, ideas: own }) =>
        (own ?? []).map((idea) => ({ ...sample, [key ?? '']: idea })),
      )
      const runs = runsOf(file).map(({ given }) => given)
      for (const filled of [...runs, ...ideas])
        expect({ filled, missing: missingFrom(filled) }).toEqual({ filled, missing: [] })
    }
  }
})

test('a picture that a recipe enlarges twice is drawn at screen size, since a larger one is refused', () => {
  for (const { given } of runsOf('twice-the-size')) {
    const source = given['picture'] as MadeWith
    const drawn = readSeed(source.madeWith).steps.map(({ params }) => params?.['size'])
    expect(drawn, source.madeWith).toEqual([undefined])
  }
})
