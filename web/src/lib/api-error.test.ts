import { expect, test } from 'vitest'
import { ApiError, readReason, TimeoutError } from './api-error.ts'

test.each([
  ['the server’s own sentence', new ApiError(403, 'Forbidden', { error: 'Not so' }), 'Not so'],
  [
    'a sentence for a server that gave none',
    new ApiError(503, 'Oops', { error: 'Unavailable' }),
    'The server could not answer just now. Please try again soon.',
  ],
  ['else its status', new ApiError(418, 'Oops'), 'HTTP 418: Oops'],
  ['the seconds', new TimeoutError(300), 'Request timed out after 300 seconds'],
  [
    'no browser’s own text without an answer',
    new TypeError('Load failed'),
    'The server could not be reached. Check your connection.',
  ],
  [
    'no parser’s text after a proxy’s answer',
    new SyntaxError('Unexpected token <'),
    'The server could not be reached. Check your connection.',
  ],
  ['what was thrown', new Error('Not in this browser'), 'Not in this browser'],
  ['else what the screen says', null, 'Something failed'],
])('a failure shows %s', (_, error, sentence) => {
  expect(readReason(error, 'Something failed')).toBe(sentence)
})
