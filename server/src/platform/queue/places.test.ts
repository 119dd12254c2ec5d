import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('no more are taken than there are', () => {
  const places = createPlaces(3)
  expect([places.take(2), places.take(2), places.take(2)]).toEqual([2, 1, 0])
  places.give(2)
  expect(places.take(5)).toBe(2)
})

test('places within others count there too, and leave theirs to the rest', () => {
  const all = createPlaces(4)
  const some = createPlaces(3, all)
  expect(some.take(9)).toBe(3)
  expect(all.take(9)).toBe(1)
  expect(all.take(1)).toBe(0)
  some.give(1)
  expect(all.take(9)).toBe(1)
  // Free among its own, but none is left in all.
  expect(some.take(1)).toBe(0)
})

test('one that found no place is called once when a place falls free anywhere above it', () => {
  const all = createPlaces(1)
  const some = createPlaces(1, all)
  let called = 0
  all.take(1)
  some.whenFree(() => (called += 1))
  all.give(1)
  expect(called).toBe(1)
  all.take(1)
  all.give(1)
  expect(called).toBe(1)
})
