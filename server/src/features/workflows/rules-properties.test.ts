import type { RecipeDocument, RecipeInput } from '@vignette/contract/recipe-document.ts'
import { referencesIn, replaceReferences } from '@vignette/contract/references.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readySteps, type SchedulableStep } from '../generation/rules.ts'
import { parseRecipe } from './rules.ts'
import { dependenciesOf, type Recipe } from './rules-recipe.ts'
import { catalog, VALID } from './test-support/recipe-samples.ts'
import { documentOf } from './workflow-source.ts'

type Step = RecipeDocument['steps'][number]

/** A random acyclic graph of picture steps, written in any order. */
const acyclic = fc
  .array(fc.nat(), { minLength: 1, maxLength: 20 })
  .chain((choices) => {
    const steps: Step[] = choices.map((choice, at) =>
      at === 0 || choice % 3 === 0
        ? { id: `s${at}`, provider: 'local', function_type: 'draw', prompt: '{{wish}}' }
        : {
            id: `s${at}`,
            provider: 'local',
            function_type: 'restyle',
            first_image: `{{s${choice % at}}}`,
          },
    )
    const ids = steps.map((step) => step.id)
    return fc.record({
      steps: fc.shuffledSubarray(steps, { minLength: steps.length }),
      output: fc.constantFrom(...ids),
    })
  })
  .map((shape): RecipeDocument => ({ ...VALID, ...shape }))

function accepted(document: RecipeDocument): Recipe {
  const parsed = parseRecipe(document, catalog)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.recipe
}

describe('any valid document', () => {
  test('runs each step once, after all steps that it needs', () => {
    fc.assert(
      fc.property(acyclic, (document) => {
        const recipe = accepted(document)
        const dependencies = new Map(recipe.steps.map((step) => [step.id, dependenciesOf(step)]))
        const steps: SchedulableStep[] = recipe.steps.map((step) => ({
          stepId: step.id,
          state: 'pending',
          due: true,
        }))
        const finished: string[] = []
        for (let round = 0; finished.length < steps.length; round++) {
          expect(round).toBeLessThan(steps.length)
          const ready = readySteps(steps, dependencies)
          expect(ready).not.toHaveLength(0)
          for (const id of ready) {
            for (const name of dependencies.get(id) ?? []) expect(finished).toContain(name)
          }
          for (const step of steps) {
            if (ready.includes(step.stepId)) step.state = 'done'
          }
          finished.push(...ready)
        }
        expect(new Set(finished).size).toBe(recipe.steps.length)
      }),
    )
  })

  test('a document in which a step names a later step is refused as a circle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 19 }), fc.nat(), (length, choice) => {
        const at = choice % length
        const steps: Step[] = Array.from({ length }, (_, index) => ({
          id: `s${index}`,
          provider: 'local',
          function_type: 'restyle',
          first_image: index === 0 ? `{{s${at}}}` : `{{s${index - 1}}}`,
        }))
        const parsed = parseRecipe({ ...VALID, steps, output: 's0' }, catalog)
        expect(parsed.ok ? '' : parsed.faults.map((fault) => fault.message).join()).toContain(
          'waits for itself',
        )
      }),
    )
  })

  test('a document with one reference to an unknown name is refused at that path', () => {
    fc.assert(
      fc.property(acyclic, fc.nat(), (document, choice) => {
        const at = choice % document.steps.length
        const steps = document.steps.map((step, index) =>
          index === at ? { ...step, prompt: 'A {{wish}} {{ghost}}' } : step,
        )
        const parsed = parseRecipe({ ...document, steps }, catalog)
        expect(parsed.ok ? [] : parsed.faults).toContainEqual({
          path: `steps[${at}].prompt`,
          message: 'refers to "ghost", which is no input and no step',
        })
      }),
    )
  })
})

describe('a visitor’s text', () => {
  const bracey = fc
    .array(fc.constantFrom('{', '}', '{{', '}}', '{{wish}}', '{{draw}}', 'a', ' ', '$&', '$1'))
    .map((parts) => parts.join(''))

  test('is filled in unchanged, and never adds a reference', () => {
    fc.assert(
      fc.property(bracey, fc.string(), bracey, (wish, before, after) => {
        const own = `${before.replaceAll(/[{}]/g, '')} {{wish}} and {{wish}}`
        const asked: string[] = []
        const text = replaceReferences(own, (name) => {
          asked.push(name)
          return wish + after
        })
        expect(asked).toEqual(referencesIn(own))
        expect(text).toBe(own.split('{{wish}}').join(wish + after))
      }),
    )
  })
})

describe('the rebuilt document of a workflow', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 }).map((value) => `x${value}`.trim())
  const options = fc.uniqueArray(text, { minLength: 1, maxLength: 4 })
  const anyInput: fc.Arbitrary<RecipeInput> = fc.record(
    {
      type: fc.constantFrom(
        'text',
        'number',
        'file',
        'text_input',
        'textarea',
        'image',
        'video',
        'audio',
      ),
      display_name: text,
      description: text,
      value: fc.option(fc.oneof(text, fc.integer())),
      required: fc.boolean(),
      image_size: fc.constantFrom('1024x768', '64x64'),
      options,
      multiline: fc.boolean(),
      max_length: fc.constantFrom(1, 120, 121, 499, 500),
      pattern: fc.constantFrom('[a-z]+', '\\d{2}'),
      min: fc.integer({ min: -5, max: 0 }),
      max: fc.integer({ min: 0, max: 5 }),
    },
    { requiredKeys: ['type'] },
  )
  const withIdeas: fc.Arbitrary<RecipeInput> = fc.record(
    {
      type: fc.constantFrom('text', 'textarea', 'text_input'),
      ideas: fc.uniqueArray(text, { minLength: 1, maxLength: 5 }),
      multiline: fc.boolean(),
    },
    { requiredKeys: ['type', 'ideas'] },
  )
  const oneInput = fc.oneof(anyInput, withIdeas)

  test('makes the same workflow again', () => {
    fc.assert(
      fc.property(
        acyclic,
        fc.array(oneInput, { maxLength: 5 }),
        fc.oneof(fc.integer({ min: 1, max: 1_800_000 }), fc.double({ min: 0.001, max: 2 })),
        fc.constantFrom('personal', 'commercial', 'cc-by'),
        fc.constantFrom(undefined, null, { draws: 1 }, { draws: 3 }),
        fc.record({
          category: fc.constantFrom(null, 'pets' as const, 'films' as const),
          tags: fc.subarray(['Film Noir', ' ', 'film-noir', '#Málaga', 'boats']),
        }),
        (document, extra, generation_time, license, proof, listing) => {
          const inputs = [
            { key: 'wish', type: 'text' },
            ...extra.map((input, at) => ({ ...input, key: `extra${at}` })),
          ]
          fc.pre(generation_time >= 1000 || generation_time <= 1800)
          const price = proof ? 300 : document.price
          const known = { ...document, price, inputs, generation_time, license, proof, ...listing }
          const recipe = accepted(known)
          expect(accepted(documentOf(recipe, 'owner'))).toEqual(recipe)
        },
      ),
    )
  })
})
