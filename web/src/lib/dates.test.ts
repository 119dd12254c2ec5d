import { afterEach, expect, test, vi } from 'vitest'
import { formatAgo, formatLocalDate, formatLongDate, formatSoon } from './dates.ts'

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

test('a time of today is told by its minute, a later one with its weekday, both in the reader’s zone', () => {
  process.env.TZ = 'America/New_York'
  vi.setSystemTime('2026-11-03T15:00:00Z')
  expect([formatSoon('2026-11-04T04:50:00Z'), formatSoon('2026-11-04T05:10:00Z')]).toEqual([
    '11:50 PM',
    'Wed 12:10 AM',
  ])
  vi.useRealTimers()
})

test.each([
  ['2026-11-03T14:59:40Z', 'just now'],
  ['2026-11-03T14:05:00Z', '55 min ago'],
  ['2026-11-03T12:50:00Z', '2 h ago'],
  ['2026-11-01T12:00:00Z', 'November 1, 2026'],
  ['nonsense', 'Unknown date'],
])('%s reads “%s”', (iso, words) => {
  vi.setSystemTime('2026-11-03T15:00:00Z')
  expect(formatAgo(iso)).toBe(words)
  vi.useRealTimers()
})
