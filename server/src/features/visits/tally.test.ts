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

test('a person counts as a visitor once a day, and as a visit once in half an hour', () => {
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

test('a network counts as forty people, whatever addresses of its own it writes from', () => {
  const tally = createTally()
  for (let at = 0; at < 60; at++) tally.add(arrival(`2001:db8:1:2::${at}`), NOON)
  // All of them have one browser.
  expect(tally.take(NOON)).toHaveLength(1)
  for (let at = 0; at < 60; at++) {
    tally.add(arrival(`2001:db8:1:2::${at}`, `A browser ${at}`), NOON)
  }
  expect(tally.take(NOON)).toHaveLength(39)
  // Its provider gave the customer 65,536 such networks.
  for (let at = 0; at < 1_000; at++) tally.add(arrival(`2001:db8:1:${at + 10}::1`), NOON)
  expect(tally.take(NOON)).toHaveLength(360)
})

test('names that one network invents do not crowd out a creator’s link', () => {
  const tally = createTally()
  const via = (name: string) => ({ source: `link:${name}` as const })
  for (let at = 0; at < 40; at++) {
    tally.add({ ...arrival('a', `A browser ${at}`), ...via(`invented-${at}`) }, NOON)
  }
  const invented = tally.take(NOON).filter(({ source }) => source !== 'unknown')
  expect(invented).toHaveLength(5)
  tally.add({ ...arrival('b'), ...via('bio-nov') }, NOON)
  expect(tally.take(NOON)).toMatchObject([{ source: 'link:bio-nov' }])
})

test('visits that are put back after a failed write are taken again', () => {
  const tally = createTally()
  tally.add(arrival('a'), NOON)
  const taken = tally.take(NOON)
  tally.putBack(taken)
  expect(tally.take(NOON)).toEqual(taken)
})
