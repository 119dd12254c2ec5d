import { expect, test } from 'vitest'
import { countByDay, deliveredPercent, describeMeasured, percentOf } from './rules.ts'

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

test('the measured time is told from 20 runs on, where buyers read something else', () => {
  const of = (runs: number, medianMs: number, declaredMs = 4_000) =>
    describeMeasured({ runs, medianMs, declaredMs })
  expect(of(19, 6_200)).toBeUndefined()
  expect(of(20, 6_200)).toEqual({ seconds: 6, runs: 20 })
  expect(of(20, 5_200)).toBeUndefined()
  expect(of(20, 2_400)).toEqual({ seconds: 2, runs: 20 })
  expect(of(20, 10, 1_000)).toBeUndefined()
  expect(of(20, 9e9)).toEqual({ seconds: 1_800, runs: 20 })
})
