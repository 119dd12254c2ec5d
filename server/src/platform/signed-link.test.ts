import { expect, test } from 'vitest'
import { readLink, signLink } from './secrets.ts'

const secret = 'a-secret-of-tests-with-32-characters'
const now = new Date('2026-11-22T12:00:00Z')
const until = new Date('2026-11-29T12:00:00Z')
const token = signLink(secret, { purpose: 'claim', parts: ['one', 'two'], until })
const read = (change: { purpose?: string; token?: string; now?: Date }) =>
  readLink(secret, { purpose: 'claim', token, now, ...change })

test('a signed link gives its parts until it ends', () => {
  expect(read({})).toEqual(['one', 'two'])
  expect(read({ now: new Date(until.getTime() - 1000) })).toEqual(['one', 'two'])
  expect(read({ now: until })).toBeUndefined()
})

test.each([
  ['another purpose', { purpose: 'receipt' }],
  ['another part', { token: token.replace('one', 'two') }],
  ['another end', { token: token.replace(/two\.\w+/, 'two.zzzzzzzz') }],
  ['a cut signature', { token: token.slice(0, -1) }],
  ['no signature', { token: 'one.two' }],
  ['nothing', { token: '' }],
])('a link with %s is not read', (_, change) => {
  expect(read(change)).toBeUndefined()
})
