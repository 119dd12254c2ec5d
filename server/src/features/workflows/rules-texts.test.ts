import { expect, test } from 'vitest'
import { parseRecipe } from './rules.ts'
import { catalog, VALID } from './test-support/recipe-samples.ts'

const OTHERS = (VALID.inputs ?? []).slice(1)
const faultsOf = (change: object) => {
  const parsed = parseRecipe({ ...VALID, ...change }, catalog)
  return parsed.ok ? [] : parsed.faults
}
const TURNS = 'must not hold characters that change the direction of writing'
const CONTROLS = 'must not hold control characters'

test.each([
  ['name', { name: 'Portrait \u202egnp.exe' }, TURNS],
  ['name', { name: 'Portrait \u2066of a wish' }, TURNS],
  ['name', { name: 'Portrait\nby the operator' }, CONTROLS],
  ['name', { name: 'Portrait\u0085' }, CONTROLS],
  ['name', { name: 'Por\u200Btrait' }, 'must not hold letters that nobody sees, as U+200B'],
  ['name', { name: 'Portrait\u2028now' }, 'must not hold letters that nobody sees, as U+2028'],
  ['name', { name: 'Portrait\u{E0041}' }, 'must not hold letters that nobody sees, as U+E0041'],
  ['name', { name: `P${'\u0301'.repeat(60)}` }, 'must not put more than three marks on a letter'],
  ['description', { description: 'Fine\u200f lines' }, TURNS],
  ['description', { description: 'A bell\u0007' }, CONTROLS],
  [
    'inputs[0].display_name',
    { inputs: [{ key: 'wish', type: 'text', display_name: 'Wish\u202d' }, ...OTHERS] },
    TURNS,
  ],
  [
    'inputs[0].options[1]',
    {
      inputs: [
        { key: 'wish', type: 'select', options: ['a', { value: 'b', label: 'b\u061c' }] },
        ...OTHERS,
      ],
    },
    TURNS,
  ],
  [
    'inputs[0].ideas[1]',
    { inputs: [{ key: 'wish', type: 'text', ideas: ['a fox', 'two\nlines'] }, ...OTHERS] },
    CONTROLS,
  ],
])('%s of %j is refused', (path, change, message) => {
  expect(faultsOf(change)).toEqual([{ path, message }])
})

test.each([
  [{ name: 'صورة شخصية بالزيت' }],
  [{ name: 'דיוקן בשמן 👩‍🎨' }],
  [{ name: 'نقاشی می‌خواهم 🏴󠁧󠁢󠁥󠁮󠁧󠁿' }],
  [{ description: 'Two\nlines,\r\n\tone of them indented' }],
])('a workflow with %j may be published', (change) => {
  expect(faultsOf(change)).toEqual([])
})
