import { expect, test } from 'vitest'
import { createTally } from './tally.ts'

const NOON = new Date('2026-11-23T12:00:00Z')
const HOUR = 3_600_000
const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR)
const arrival = (address: string, userAgent = 'A browser') => ({
  workflowId: 'recipe',
  source: 'direct' as const,
  address,
  userAgent,
  holder: undefined,
})

test('a person is a new visitor once a day, and each half hour a visit', () => {
  const tally = createTally()
  for (const hours of [0, 0.4, 1, 2]) tally.add(arrival('a'), later(hours))
  expect(tally.take(later(2)).map((visit) => visit.isNewVisitor)).toEqual([true, false, false])
  tally.add(arrival('a'), later(13))
  expect(tally.take(later(13))).toMatchObject([{ day: '2026-11-24', isNewVisitor: true }])
})

test('the visits of a day that is over are forgotten, also when no visit follows', () => {
  const tally = createTally()
  for (let at = 0; at < 60; at++) tally.add(arrival('a', `A browser ${at}`), NOON)
  expect(tally.take(NOON)).toHaveLength(40)
  expect(tally.take(later(24))).toEqual([])
  tally.add(arrival('a', 'A browser 59'), later(24))
  expect(tally.take(later(24))).toHaveLength(1)
})

test('visits that could not be written come again', () => {
  const tally = createTally()
  tally.add(arrival('a'), NOON)
  const taken = tally.take(NOON)
  tally.putBack(taken)
  expect(tally.take(NOON)).toEqual(taken)
})
