import { expect, test } from 'vitest'
import { nameCreation } from './name-creation.ts'
import { view } from './test-support/serve-creation.ts'

const name = (words: unknown, over = {}) =>
  nameCreation({ ...view({ public: true }), user_inputs: { scene: words }, ...over })

test.each([
  ['a harbour at dawn', '“a harbour at dawn” — Oil portrait'],
  ['a\n\n harbour ', '“a harbour” — Oil portrait'],
  [
    'a harbour town with sailing boats, a lighthouse and forty gulls above it',
    '“a harbour town with sailing boats, a lighthouse and forty…” — Oil portrait',
  ],
  ['a'.repeat(80), `“${'a'.repeat(60)}…” — Oil portrait`],
  [42, 'Oil portrait'],
])('a public creation of %j is titled %s', (words, title) => {
  expect(name(words)).toBe(title)
})

test('a private creation keeps its words out of the title', () => {
  expect(name('my secret', { public: false })).toBe('Oil portrait')
})
