import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNameFault, freeName } from './find-name-fault.ts'
import { findReferences, findUnusedInputs } from './find-references.ts'
import { readNamedParts } from './read-named-parts.ts'
import { renameName } from './rename-name.ts'
import { setField } from './set-field.ts'
import { setInputLabel } from './set-input-label.ts'

const TEXT = `{
  "name": "Neon", "x-mine": { "photo": "{{photo}}" },
  "inputs": [
    {"key": "photo", "type": "image", "display_name": "Photo"},
    {"type": "text", "display_name": "Look", "options": ["oil"]},
    {"key": "move", "type": "text"}
  ],
  "steps": [
    {"id": "paint", "prompt": "{{look}}, {{ look }} of {{ photo }}", "first_image": "photo",
      "params": {"deep": [{"photo": "{{photo}}", "n": 1.50}]}},
    {"id": "film", "first_image": "{{paint}}", "videos": [" paint ", "{{ paint }}"]}
  ],
  "output": "film"
}`

test('renaming an input rewrites each of its references and nothing else', () => {
  expect(renameName(TEXT, { list: 'inputs', index: 0 }, 'selfie')).toBe(
    TEXT.replace('"key": "photo"', '"key": "selfie"')
      .replace('of {{ photo }}', 'of {{ selfie }}')
      .replace('"first_image": "photo"', '"first_image": "selfie"')
      .replace('[{"photo": "{{photo}}"', '[{"photo": "{{selfie}}"'),
  )
})

test('renaming a step rewrites media and the result', () => {
  const renamed = renameName(TEXT, { list: 'steps', index: 0 }, 'draw')
  expect(renamed).toBe(
    TEXT.replace('"id": "paint"', '"id": "draw"')
      .replace('"{{paint}}"', '"{{draw}}"')
      .replace('" paint ", "{{ paint }}"', '" draw ", "{{ draw }}"'),
  )
  expect(renameName(TEXT, { list: 'steps', index: 1 }, 'cut')).toBe(
    TEXT.replaceAll('"film"', '"cut"'),
  )
})

test.each([
  ['1st', 'Letters, digits, _ and - only, not beginning with a digit'],
  [' a', 'Letters, digits, _ and - only, not beginning with a digit'],
  ['', 'Letters, digits, _ and - only, not beginning with a digit'],
  ['a'.repeat(65), 'Letters, digits, _ and - only, not beginning with a digit'],
  ['constructor', '"constructor" is a reserved word'],
  ['look', '"look" is already used'],
  ['film', '"film" is already used'],
])('an input cannot be named %j', (name, fault) => {
  const place = { list: 'inputs', index: 0 } as const
  expect(findNameFault(readNamedParts(TEXT), name, place)).toBe(fault)
  expect(renameName(TEXT, place, name)).toBe(TEXT)
})

test('the references of a name that two inputs have stay', () => {
  const twice = '{"inputs": [{"key": "a"}, {"key": "a"}], "steps": [{"prompt": "{{a}}"}]}'
  expect(renameName(twice, { list: 'inputs', index: 1 }, 'b')).toBe(
    '{"inputs": [{"key": "a"}, {"key": "b"}], "steps": [{"prompt": "{{a}}"}]}',
  )
})

test('an input whose options are no list leaves the recipe readable', () => {
  for (const options of ['null', '{}', '3']) {
    const text = TEXT.replace('["oil"]', options)
    expect(renameName(text, { list: 'inputs', index: 1 }, 'style')).toBe(
      text
        .replace('{"type": "text"', '{"key": "style", "type": "text"')
        .replace('{{look}}, {{ look }}', '{{style}}, {{ style }}'),
    )
  }
})

test('a free name gets the first number', () => {
  const recipe = readNamedParts(
    '{"inputs": [{"key": "a"}, {"key": "a_2"}], "steps": [{"id": "b"}]}',
  )
  expect(['a', 'b', 'c'].map((name) => freeName(recipe, name))).toEqual(['a_3', 'b_2', 'c'])
})

test('the key follows the label until the key is another', () => {
  const labelled = setInputLabel(TEXT, 1, 'Way to paint')
  expect(labelled).toBe(
    TEXT.replace(
      '{"type": "text", "display_name": "Look"',
      '{"key": "way_to_paint", "type": "text", "display_name": "Way to paint"',
    ).replace('{{look}}, {{ look }}', '{{way_to_paint}}, {{ way_to_paint }}'),
  )
  const own = renameName(labelled, { list: 'inputs', index: 1 }, 'style')
  expect(setInputLabel(own, 1, 'Look')).toBe(own.replace('Way to paint', 'Look'))
})

test('a label that gives no key keeps the key', () => {
  for (const label of ['写真', '', '1st photo']) {
    expect(setInputLabel(TEXT, 0, label)).toBe(TEXT.replace('"Photo"', JSON.stringify(label)))
  }
  const cleared = setInputLabel(TEXT, 0, '')
  expect(readNamedParts(setInputLabel(cleared, 0, 'Selfie')).inputs[0]?.key).toBe('selfie')
  expect(readNamedParts(setInputLabel(TEXT, 0, 'Film')).inputs[0]?.key).toBe('film_2')
})

test('the key follows again from an emptied label', () => {
  const text = '{"inputs": [{"key": "myKey", "type": "text", "display_name": ""}]}'
  expect(setInputLabel(text, 0, 'Sky')).toBe(text.replace('myKey', 'sky').replace('""', '"Sky"'))
})

test('an input that no step uses is found', () => {
  expect(findUnusedInputs(readNamedParts(TEXT))).toEqual([2])
})

test('a field without a value goes, and params with their last', () => {
  const text = '{"steps": [{"id": "a", "params": {"n": 1}, "x-mine": 2}]}'
  expect(setField(text, ['steps', 0, 'params', 'n'], undefined)).toBe(
    '{"steps": [{"id": "a", "x-mine": 2}]}',
  )
})

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const words = fc
  .array(fc.constantFrom('{{a}}', '{{ b }}', '{{c}}', '{{d}}', '{{e}}', ' and "', '{{', '}}', 'a'))
  .map((parts) => parts.join(''))
const label = fc.constantFrom('A', 'b b', 'E', '', 'Über', '7')
const recipe = fc
  .record({
    keys: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
    labels: fc.array(label, { minLength: 5, maxLength: 5 }),
    inputs: fc.nat(4),
    texts: fc.array(words, { minLength: 5, maxLength: 5 }),
    media: fc.array(fc.tuple(name, fc.constantFrom('', '{{}}', ' ')), { maxLength: 5 }),
    indent: fc.constantFrom(undefined, 2, '\t'),
  })
  .map(({ keys, labels, inputs, texts, media, indent }) => {
    const count = Math.min(inputs, keys.length - 1)
    const written = media.map(([one, around]) => (around === '{{}}' ? `{{${one}}}` : around + one))
    return JSON.stringify(
      {
        'x-mine': keys,
        inputs: keys
          .slice(0, count)
          .map((key, at) => ({ key, type: 'text', display_name: labels[at], 'x-mine': at })),
        steps: keys.slice(count).map((id, at) => ({
          id,
          prompt: texts[at],
          params: { [id]: [texts[at + 1]], n: 1 },
          first_image: written[at] ?? '',
          videos: written,
        })),
        output: keys.at(-1),
      },
      null,
      indent,
    )
  })

function dangling(text: string): string[] {
  const parts = readNamedParts(text)
  const known = new Set([
    ...parts.inputs.map((one) => one.key),
    ...parts.steps.map((one) => one.id),
  ])
  const named = [...findReferences(parts).map((one) => one.name), parts.output]
  return named.filter((one) => !known.has(one)).toSorted()
}

test('no rename leaves a reference without its input or step, or turns one to another', () => {
  fc.assert(
    fc.property(
      recipe,
      fc.nat(),
      fc.oneof(name, fc.constantFrom('new', 'x y', 'toString')),
      (text, choice, to) => {
        const before = readNamedParts(text)
        const places = [
          ...before.inputs.map((_, index) => ({ list: 'inputs' as const, index })),
          ...before.steps.map((_, index) => ({ list: 'steps' as const, index })),
        ]
        const place = places[choice % places.length]
        if (!place) return
        const after = renameName(text, place, to)
        // A reference to no part finds one as soon as a part has its name.
        expect(dangling(after)).toEqual(
          dangling(text).filter((one) => one !== to || after === text),
        )
        expect(findReferences(readNamedParts(after)).length).toBe(findReferences(before).length)
        const part =
          place.list === 'inputs' ? before.inputs[place.index] : before.steps[place.index]
        const old = part && 'key' in part ? part.key : part?.id
        if (after !== text && old && dangling(text).every((one) => one !== to)) {
          expect(renameName(after, place, old)).toBe(text)
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test('no label leaves a reference without its input', () => {
  fc.assert(
    fc.property(recipe, fc.nat(), fc.array(label), (text, choice, labels) => {
      const { inputs } = readNamedParts(text)
      fc.pre(inputs.length > 0)
      const index = choice % inputs.length
      const after = labels.reduce((result, one) => setInputLabel(result, index, one), text)
      const known = new Set(dangling(text))
      expect(dangling(after).filter((one) => !known.has(one))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('a step’s new name is written into the set too', () => {
  const text = JSON.stringify({
    steps: [{ id: 'a' }, { id: 'b' }],
    output: 'a',
    outputs: ['a', 'b'],
  })
  const renamed = renameName(text, { list: 'steps', index: 0 }, 'first')
  expect(JSON.parse(renamed)).toMatchObject({ output: 'first', outputs: ['first', 'b'] })
})
