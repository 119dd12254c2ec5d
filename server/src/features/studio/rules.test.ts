import { expect, test } from 'vitest'
import { countByDay, deliveredPercent, percentOf } from './rules.ts'

test('a percentage of nothing is no number', () => {
  expect(percentOf(0, 0)).toBeNull()
  expect(percentOf(2, 3)).toBe(67)
})

test('cancelled, refused and running runs say nothing about a recipe', () => {
  const of = (outcome: 'delivered' | 'failed' | 'cancelled' | 'refused', count: number) => ({
    outcome,
    count,
  })
  expect(deliveredPercent([of('delivered', 3), of('failed', 1), of('cancelled', 9)])).toBe(75)
  expect(deliveredPercent([of('refused', 2)])).toBeNull()
})

test('the chart has seven days up to today (UTC), the oldest first', () => {
  const run = (day: string, count: number) => ({ day, outcome: 'delivered' as const, count })
  const runs = [run('2026-11-23', 2), run('2026-11-17', 1), run('2026-11-16', 9)]
  expect(countByDay(runs, new Date('2026-11-23T00:30:00Z'))).toEqual([1, 0, 0, 0, 0, 0, 2])
})
