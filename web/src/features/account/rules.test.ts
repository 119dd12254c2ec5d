import { describe, expect, test } from 'vitest'
import { checkUsername, explainUsernameFault, normaliseUsername } from './check-username.ts'

const RULE = 'Username must be lowercase, 1–64 chars, and may include . _ -.'

describe('username', () => {
  test.each([
    ['ada', undefined],
    ['a', undefined],
    ['ada.l_1-2', undefined],
    ['Ada', undefined],
    ['x'.repeat(64), undefined],
    ['x'.repeat(65), RULE],
    ['', RULE],
    ['a b', RULE],
    ['ädä', RULE],
    ['a/b', RULE],
  ])('%j: %s', (text, fault) => {
    expect(checkUsername(text)).toBe(fault)
  })

  test('is sent in lower case', () => {
    expect(normaliseUsername(' Ada.L ')).toBe('ada.l')
  })

  test.each([
    [
      new Error('HTTP 409: Conflict - taken'),
      'This username is already taken. Please choose another.',
    ],
    [new Error('HTTP 500: Oops'), 'Failed to update username. Please try again.'],
    ['anything', 'Failed to update username. Please try again.'],
  ])('the error %s shows %s', (error, text) => {
    expect(explainUsernameFault(error)).toBe(text)
  })
})
