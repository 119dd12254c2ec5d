import { expect, test } from 'vitest'
import { continueSession } from './session.ts'

const MINUTE = 60_000

test.each([
  ['none stored', undefined, 'new'],
  ['seen just now', { id: 'old', lastSeen: 100 * MINUTE }, 'old'],
  ['idle for 30 minutes', { id: 'old', lastSeen: 70 * MINUTE }, 'old'],
  ['idle for more than 30 minutes', { id: 'old', lastSeen: 70 * MINUTE - 1 }, 'new'],
] as const)('a session, %s', (_, stored, id) => {
  expect(continueSession(stored, 100 * MINUTE, () => 'new')).toEqual({ id, lastSeen: 100 * MINUTE })
})
