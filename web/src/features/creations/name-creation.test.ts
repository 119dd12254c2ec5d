import { expect, test } from 'vitest'
import { nameCreation, shortenNumber } from './name-creation.ts'
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

test('a date is no title', () => {
  const { workflow } = view({ public: true })
  const day = { key: 'day', title: 'The date', words: true, options: [], look: 'date' as const }
  const asks = [day, ...workflow.asks]
  const over = {
    workflow: { ...workflow, asks },
    user_inputs: { day: 20190614, scene: 'a harbour' },
  }
  expect(name('', over)).toBe('“a harbour” — Oil portrait')
})

test('a private creation keeps its words out of the title', () => {
  expect(name('my secret', { public: false })).toBe('Oil portrait')
})

test.each([
  ['01a21e36-8990-7306-bcc4-38ad6d048dd6', 'V-93EP'],
  ['01a21e36-8990-7306-bcc4-38ad6d000000', 'V-0000'],
  ['01a21e36-8990-7306-bcc4-38ad6d0fffff', 'V-ZZZZ'],
])('the number of %s is %s for short', (id, short) => {
  expect(shortenNumber(id)).toBe(short)
})
