import { expect, test } from 'vitest'
import { firstOfMonthBefore, sumMonth } from './rules-months.ts'

test.each([
  ['2026-11-23', '2026-10-01'],
  ['2026-01-31', '2025-12-01'],
  ['2026-03-01', '2026-02-01'],
])('the month before %s begins on %s', (day, first) => {
  expect(firstOfMonthBefore(day).toISOString()).toBe(`${first}T00:00:00.000Z`)
})

test('a month is compared with the month before by the same day', () => {
  const days = [
    { day: '2026-09-30', earned: 1_000 },
    { day: '2026-10-01', earned: 200 },
    { day: '2026-10-23', earned: 30 },
    { day: '2026-10-24', earned: 4_000 },
    { day: '2026-11-01', earned: 5 },
    { day: '2026-11-23', earned: 60 },
  ]
  expect(sumMonth(days, '2026-11-23')).toEqual({ earned: 65, before: 230 })
})

test('a month that is longer than the month before is compared with the whole month before', () => {
  const days = [
    { day: '2026-02-28', earned: 7 },
    { day: '2026-03-31', earned: 8 },
  ]
  expect(sumMonth(days, '2026-03-31')).toEqual({ earned: 8, before: 7 })
})
