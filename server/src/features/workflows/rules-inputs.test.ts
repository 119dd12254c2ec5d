import { PATTERN_CASES } from '@vignette/contract/input-pattern-cases.ts'
import { recipeDocument } from '@vignette/contract/workflows.ts'
import { expect, test } from 'vitest'
import { matchPattern } from './match-pattern.ts'
import { parseRecipe } from './rules.ts'
import { checkInputs } from './rules-inputs.ts'
import { catalog, VALID } from './test-support/recipe-samples.ts'

test.each(PATTERN_CASES)('the pattern %j of %j: %s', (pattern, text, fits) => {
  const [, ...files] = VALID.inputs ?? []
  const document = { ...VALID, inputs: [{ key: 'wish', type: 'text', pattern }, ...files] }
  const parsed = parseRecipe(recipeDocument.parse(document), catalog)
  const inputs = parsed.ok ? parsed.recipe.inputs.slice(0, 1) : []
  expect(inputs).toHaveLength(1)
  const checked = checkInputs({ inputs }, { wish: text }, matchPattern)
  expect(checked).toMatchObject(
    fits
      ? { ok: true, texts: { wish: text.trim() } }
      : {
          ok: false,
          faults: [
            { path: 'user_inputs.wish', message: expect.stringContaining('Invalid format') },
          ],
        },
  )
})

test('a pattern that would never end is cut short and fits nothing', () => {
  expect(matchPattern('(a+)+', `${'a'.repeat(40)}!`)).toBe(false)
})
