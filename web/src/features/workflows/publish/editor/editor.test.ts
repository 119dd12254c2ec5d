import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import type { ProviderView } from '@vignette/contract/app.ts'
import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { describe, expect, test } from 'vitest'
import { EXAMPLES, writeExample } from '../examples.ts'
import { checkRecipe } from './check-recipe.ts'
import { completeRecipe } from './complete-recipe.ts'
import { findDiagnostics } from './mark-faults.ts'

const spec = {
  function_type: 'text_to_image',
  title: '',
  description: '',
  output: 'image',
  model: 'none',
  needs: { prompt: 'none', first_image: 'none', last_image: 'none', videos: { min: 0, max: 0 } },
  params: { type: 'object', properties: { style: { type: 'string', enum: ['oil', 'brush'] } } },
} as const
const providers: ProviderView[] = ['local', 'fal'].map((id) => ({
  id,
  title: id,
  description: '',
  available: id === 'local',
  missing: null,
  costs_operator: false,
  approved_only: false,
  functions: [
    { ...spec, models: [], function_type: id === 'local' ? 'text_to_image' : 'image_to_video' },
  ],
}))

/** Completes a text in which | marks the cursor. */
async function suggest(marked: string): Promise<string[]> {
  const pos = marked.indexOf('|')
  const state = EditorState.create({
    doc: marked.slice(0, pos) + marked.slice(pos + 1),
    extensions: [json()],
  })
  const result = completeRecipe(() => providers)(new CompletionContext(state, pos, true))
  return result?.options.map((one) => one.displayLabel ?? one.label) ?? []
}

const step = (inside: string) =>
  `{"inputs": [{"key": "scene", "type": "text"}], "steps": [{"id": "draw", "provider": "local", "function_type": "text_to_image", ${inside}}]}`

describe('completion', () => {
  test.each([
    ['{"name": "a", "pri|"}', ['price'], ['name']],
    [step('"mod|"'), ['model', 'prompt', 'params'], ['id', 'provider']],
    ['{"steps": [{"id": "a", "provider": "|"}]}', ['local', 'fal'], []],
    [
      '{"steps": [{"id": "a", "provider": "fal", "function_type": "|"}]}',
      ['image_to_video'],
      ['text_to_image'],
    ],
    ['{"license": "|"}', ['personal', 'commercial', 'cc-by'], []],
    ['{"inputs": [{"key": "a", "type": "|"}]}', ['text', 'image', 'textarea'], []],
    ['{"steps": [{"id": "draw"}, {"id": "paint"}], "output": "|"}', ['draw', 'paint'], []],
    [step('"prompt": "a {{|"'), ['scene', 'draw'], []],
    [step('"params": {"sty|"}'), ['style'], []],
    [step('"params": {"style": "|"}'), ['oil', 'brush'], []],
  ])('%s', async (marked, has, hasNot) => {
    const found = await suggest(marked)
    for (const one of has) expect(found).toContain(one)
    for (const one of hasNot) expect(found).not.toContain(one)
  })
})

test('a fault is marked at its place', () => {
  const doc = step('"prompt": "{{ghost}}"')
  const state = EditorState.create({ doc, extensions: [json()] })
  const fault = findDiagnostics(state).find((one) => one.message.includes('ghost'))
  expect(doc.slice(fault?.from, fault?.to)).toBe('"{{ghost}}"')
  expect(fault?.message).toBe('steps[0].prompt refers to "ghost", which is no input and no step')
})

test('there are at least five examples', () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(5)
})

test.each(EXAMPLES.map((one) => [one.title, one] as const))(
  '%s is a sound recipe',
  (_, example) => {
    const recipe: unknown = JSON.parse(writeExample(example, 'anon_0123456789abcdef01234567'))
    expect(recipeDocument.safeParse(recipe).error).toBeUndefined()
    expect(checkRecipe(recipe)).toEqual([])
  },
)
