import { expect, test } from 'vitest'
import { seal, unseal } from './secrets.ts'

const SECRET = 'a-secret-of-tests-with-32-characters'

test('a sealed text is read with the same secret and purpose alone', () => {
  const sealed = seal(SECRET, 'bank', 'DE89 3704 · ü')
  expect(sealed).not.toContain('DE89 3704')
  expect(unseal(SECRET, 'bank', sealed)).toBe('DE89 3704 · ü')
  expect(unseal(`${SECRET}!`, 'bank', sealed)).toBeUndefined()
  expect(unseal(SECRET, 'letter', sealed)).toBeUndefined()
})

test('one text sealed twice looks different', () => {
  expect(seal(SECRET, 'bank', 'x')).not.toBe(seal(SECRET, 'bank', 'x'))
})

test('a changed, cut or empty text is not read', () => {
  const bytes = Buffer.from(seal(SECRET, 'bank', 'DE89'), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(SECRET, 'bank', changed.toString('base64url'))).toBeUndefined()
    expect(unseal(SECRET, 'bank', bytes.subarray(0, at).toString('base64url'))).toBeUndefined()
  }
})
