import { PATTERN_CASES } from '@vignette/contract/input-pattern-cases.ts'
import { type RecipeInput, recipeDocument } from '@vignette/contract/recipe-document.ts'
import { expect, test } from 'vitest'
import { createPatternMatcher } from './create-pattern-matcher.ts'
import { parseRecipe } from './rules.ts'
import { checkInputs, findUploadFault } from './rules-inputs.ts'
import { clampToLimits, type Recipe } from './rules-recipe.ts'
import { broughtInBy } from './rules-references.ts'
import { catalog, DRAW, VALID } from './test-support/recipe-samples.ts'

test.each(PATTERN_CASES)('the pattern %j of %j: %s', (pattern, text, fits) => {
  const [, ...files] = VALID.inputs ?? []
  const document = { ...VALID, inputs: [{ key: 'wish', type: 'text', pattern }, ...files] }
  const parsed = parseRecipe(recipeDocument.parse(document), catalog)
  const inputs = parsed.ok ? parsed.recipe.inputs.slice(0, 1) : []
  expect(inputs).toHaveLength(1)
  const checked = checkInputs({ inputs }, { wish: text }, createPatternMatcher())
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

function recipeWith(input: RecipeInput): Recipe {
  const inputs = [{ key: 'wish', type: 'text', required: false }, input]
  const parsed = parseRecipe({ ...VALID, inputs, steps: [DRAW], output: 'draw' }, catalog)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.recipe
}

const check = (recipe: Recipe, extra: string) => checkInputs(recipe, { extra }, () => true)

test.each(['text', 'textarea', 'text_input', 'file', 'colour'])(
  'a text of type %s has a limit where its creator set none',
  (type) => {
    const recipe = recipeWith({ key: 'extra', type })
    expect(check(recipe, 'x'.repeat(500)).ok).toBe(true)
    expect(check(recipe, 'x'.repeat(501))).toEqual({
      ok: false,
      faults: [{ path: 'user_inputs.extra', message: 'extra: Maximum 500 characters allowed' }],
    })
  },
)

test('a workflow published with a higher limit or none must keep the limit too', () => {
  const recipe = recipeWith({ key: 'extra', type: 'file' })
  for (const max_length of [4000, null]) {
    const older = {
      ...recipe,
      inputs: recipe.inputs.map((input) => ({ ...input, max_length })),
    }
    expect(clampToLimits(older)).toEqual(recipe)
  }
  const lower = recipeWith({ key: 'extra', type: 'text', max_length: 20 })
  expect(clampToLimits(lower)).toEqual(lower)
})

test('an option is trimmed of outer spaces', () => {
  const recipe = recipeWith({
    key: 'extra',
    type: 'text',
    options: [' red ', { value: 'blue ', label: ' Blue' }],
  })
  const [, select] = recipe.inputs
  expect(select?.options).toEqual([
    { value: 'red', label: 'red' },
    { value: 'blue', label: 'Blue' },
  ])
  expect(check(recipe, ' blue')).toMatchObject({ ok: true, texts: { extra: 'blue' } })
  // An earlier release published options with spaces around them.
  if (select) select.options = [{ value: ' red ', label: 'red' }]
  expect(check(recipe, ' red ')).toMatchObject({ ok: true, texts: { extra: 'red' } })
})

test('the length of a referenced text counts once per reference', () => {
  const lengths: Record<string, number> = { wish: 500, other: 3 }
  const text = '{{wish}} {{ wish }} {{other}} {{ghost}} {{'
  expect(broughtInBy(text, (name) => lengths[name] ?? 0)).toBe(1003)
})

test('an uploaded picture has at least 100 pixels a side, unless its workflow fixes another size', () => {
  const file = { kind: 'image', origin: 'upload', width: 100, height: 100 }
  const any = { image_size: null }
  expect(findUploadFault(any, file)).toBeNull()
  expect(findUploadFault(any, { ...file, width: 99, height: 80 })).toBe(
    'Image width too small. Minimum: 100px, got: 99px',
  )
  expect(findUploadFault(any, { ...file, height: 80 })).toBe(
    'Image height too small. Minimum: 100px, got: 80px',
  )
  const small = { ...file, width: 64, height: 64 }
  expect(findUploadFault({ image_size: '64x64' }, small)).toBeNull()
  expect(findUploadFault(any, { ...small, origin: 'generated' })).toBeNull()
  expect(findUploadFault(any, { ...small, kind: 'video' })).toBeNull()
})
