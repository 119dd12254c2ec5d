import { type RecipeInput, recipeDocument } from '@vignette/contract/recipe-document.ts'
import { expect, test } from 'vitest'
import type { GenerationProvider } from '../../providers/generation/spec.ts'
import { estimateCost } from './estimate-cost.ts'
import { parseRecipe } from './rules.ts'
import { catalog, DRAW, VALID } from './test-support/recipe-samples.ts'

type Params = Record<string, unknown>

/** The cost of each step in cents is the number in its size. */
function estimate(choices: number, steps: Params[]) {
  const options = Array.from({ length: choices }, (_, at) => `${at + 1}`)
  const inputs: RecipeInput[] = ['a', 'b', 'c', 'd'].map((key) => ({ key, type: 'text', options }))
  const document = recipeDocument.parse({
    ...VALID,
    inputs: [{ key: 'wish', type: 'text' }, ...inputs],
    steps: steps.map((params, at) => ({ ...DRAW, id: `s${at}`, params })),
    output: 's0',
  })
  const parsed = parseRecipe(document, catalog)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  const asked: Params[] = []
  const provider: Pick<GenerationProvider, 'pricedBy' | 'estimateCents'> = {
    pricedBy: ['size'],
    estimateCents: ({ params }) => {
      asked.push(params)
      return Number(params.size)
    },
  }
  const find = () => provider as GenerationProvider
  const { cents, faults } = estimateCost(
    { providers: { find, findFunction: () => undefined } } as never,
    parsed.recipe,
  )
  return { cents, faults: faults.map(({ message }) => message), asked }
}

test('the estimate tries each combination of the inputs that decide the price, and no other input', () => {
  const { cents, faults, asked } = estimate(3, [{ size: '{{a}}', text: ['{{b}}', 'long'] }])
  expect({ cents, faults }).toEqual({ cents: 3, faults: [] })
  expect(asked).toEqual([{ size: 1 }, { size: 2 }, { size: 3 }])
})

test('the combinations of all steps together have a limit', () => {
  const size = '{{a}}{{b}}'
  expect(estimate(50, [{ size }, { size }, { size }]).faults).toEqual([])
  const { faults, asked } = estimate(50, [
    { size },
    { size },
    { size },
    { size },
    { size: '{{c}}' },
  ])
  expect(faults).toEqual([
    'decides what the step costs, so "c" must be a number with a max or a text with options, and fewer of them',
  ])
  expect(asked).toHaveLength(10_000)
})

test('a reference that decides a price must be short', () => {
  const size = `{{a}}${'0'.repeat(200)}`
  expect(estimate(2, [{ size }]).faults).toEqual([
    'decides what the step costs, so it must have at most 200 characters',
  ])
})
