import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonPath } from '../../../lib/json-path.ts'
import { createDocument } from './create-document.ts'
import { insertAt, moveItem, removeAt } from './json/edit-text.ts'
import type { Parts } from './read-parts.ts'
import { renameName } from './recipe/rename-name.ts'
import { setField } from './recipe/set-field.ts'

const FIRST = {
  name: 'Neon',
  'x-mine': { keep: [1, 2] },
  inputs: [
    { key: 'photo', type: 'image', 'x-mine': 1 },
    { key: 'look', type: 'text', options: ['oil', 'ink'], 'x-mine': 2 },
  ],
  steps: [
    { id: 'paint', prompt: '{{look}} of {{place}}', first_image: '{{photo}}', 'x-mine': 3 },
    { id: 'film', first_image: 'paint', params: { duration: 3, 'x-mine': 4 } },
  ],
  output: 'film',
}
type Recipe = { inputs: Parts[]; steps: Parts[]; output: unknown } & Parts
type ListName = 'inputs' | 'steps'

/** One edit as the form does it, and as a writer does it who changes the document's value. */
interface Edit {
  inForm: (text: string) => string
  inValue: (recipe: Recipe) => void
  burst?: string
}

const list = fc.constantFrom<ListName>('inputs', 'steps')
const word = fc.constantFrom('oil', '{{look}}', '"', 'ß\n', '{{place}}', '')
const NAMES: Record<ListName, string> = { inputs: 'key', steps: 'id' }

const setting = fc
  .record({ list, index: fc.nat(3), field: fc.constantFrom('prompt', 'type', 'new'), word })
  .map((one): Edit => {
    const path: JsonPath = [one.list, one.index, one.field]
    return {
      inForm: (text) => setField(text, path, one.word || undefined),
      inValue: (recipe) => {
        const part = recipe[one.list][one.index]
        if (part && one.word) part[one.field] = one.word
        else if (part) delete part[one.field]
        // A list that ends at the index gets its next part.
        else if (one.word && one.index === recipe[one.list].length) {
          recipe[one.list].push({ [one.field]: one.word })
        }
      },
      burst: path.join('.'),
    }
  })
const adding = fc.record({ list, at: fc.nat(4), word }).map(
  (one): Edit => ({
    inForm: (text) => insertAt(text, [one.list], one.at, { type: one.word }),
    inValue: (recipe) => {
      recipe[one.list].splice(one.at, 0, { type: one.word })
    },
  }),
)
const moving = fc.record({ list, from: fc.nat(3), to: fc.nat(3) }).map(
  (one): Edit => ({
    inForm: (text) => moveItem(text, [one.list], one.from, one.to),
    inValue: (recipe) => {
      const parts = recipe[one.list]
      if (one.from >= parts.length || one.to >= parts.length) return
      parts.splice(one.to, 0, ...parts.splice(one.from, 1))
    },
  }),
)
const removing = fc.record({ list, at: fc.nat(4) }).map(
  (one): Edit => ({
    inForm: (text) => removeAt(text, [one.list, one.at]),
    inValue: (recipe) => {
      recipe[one.list].splice(one.at, 1)
    },
  }),
)
const renaming = fc
  .record({ list, index: fc.nat(3), name: fc.constantFrom('one', 'two', 'three', 'four', 'film') })
  .map(
    (one): Edit => ({
      inForm: (text) => renameName(text, one, one.name),
      inValue: (recipe) => rename(recipe, one.list, one.index, one.name),
    }),
  )

/** Renames a part as a writer does with search and replace. */
function rename(recipe: Recipe, place: ListName, index: number, name: string): void {
  const part = recipe[place][index]
  const names = [...recipe.inputs.map((one) => one.key), ...recipe.steps.map((one) => one.id)]
  if (!part || names.includes(name)) return
  const old = part[NAMES[place]]
  part[NAMES[place]] = name
  if (typeof old !== 'string') return
  const replaced = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll(`{{${old}}}`, `{{${name}}}`) : value
  for (const step of recipe.steps) {
    step.prompt = replaced(step.prompt)
    step.first_image = step.first_image === old ? name : replaced(step.first_image)
    for (const field of ['prompt', 'first_image']) {
      if (step[field] === undefined) delete step[field]
    }
  }
  if (place === 'steps' && recipe.output === old) recipe.output = name
}

const edits = fc.array(
  fc.record({
    edit: fc.oneof(setting, adding, moving, removing, renaming),
    inForm: fc.boolean(),
    indent: fc.constantFrom(undefined, 2, '\t'),
  }),
  { maxLength: 25 },
)

test('edits in the form and edits of the same meaning in JSON end in the same document', () => {
  fc.assert(
    fc.property(edits, fc.constantFrom(undefined, 2, '\t'), (list, indent) => {
      const first = JSON.stringify(FIRST, null, indent)
      const document = createDocument(first)
      const expected = structuredClone(FIRST) as unknown as Recipe
      for (const { edit, inForm, indent: typed } of list) {
        edit.inValue(expected)
        if (inForm) document.edit(edit.inForm, edit.burst)
        else document.setText(JSON.stringify(expected, null, typed))
        expect(document.getState().good.value).toEqual(expected)
      }
      const last = document.getState().text
      while (document.getState().canUndo) document.undo()
      expect(document.getState().text).toBe(first)
      while (document.getState().canRedo) document.redo()
      expect(document.getState().text).toBe(last)
    }),
    { numRuns: 500 },
  )
})
