import { afterEach, expect, test } from 'vitest'
import { formatLocalDate, formatLongDate } from './dates.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('a server-rendered page shows the UTC day, and a private screen shows the reader’s day', () => {
  const late = '2026-11-02T23:30:00Z'
  process.env.TZ = 'Asia/Tokyo'
  expect([formatLongDate(late), formatLocalDate(late)]).toEqual([
    'November 2, 2026',
    'November 3, 2026',
  ])
  process.env.TZ = 'America/New_York'
  expect(formatLocalDate('2026-11-03T01:00:00Z')).toBe('November 2, 2026')
  expect(formatLocalDate('nonsense')).toBe('Unknown date')
})
