import { expect, test } from 'vitest'
import { arrangeLens } from './emblem.tsx'

const seeds = Array.from({ length: 300 }, (_, n) => `018f0000-0000-7000-8000-${n}`)

test('a seed always gives the same emblem, and two seeds rarely the same', () => {
  expect(arrangeLens('a')).toEqual(arrangeLens('a'))
  const drawn = new Set(seeds.map((seed) => JSON.stringify(arrangeLens(seed))))
  expect(drawn.size).toBeGreaterThan(295)
})

test('the dot is on a ring and inside the picture', () => {
  for (const seed of seeds) {
    const { x, y, radii, dot } = arrangeLens(seed)
    const distance = Math.hypot(dot.x - x, dot.y - y)
    expect(radii.some((radius) => Math.abs(radius - distance) < 0.1)).toBe(true)
    for (const at of [dot.x, dot.y]) {
      expect(at).toBeGreaterThan(4)
      expect(at).toBeLessThan(96)
    }
  }
})

test('the rings reach every corner', () => {
  for (const seed of seeds) expect(arrangeLens(seed).radii.at(-1)).toBeGreaterThanOrEqual(100)
})
