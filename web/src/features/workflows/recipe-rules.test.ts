import { expect, test } from 'vitest'
import { formatOutputType, formatUse, isNew } from './recipe-rules.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['just now', '2026-11-21T12:00:00Z', true],
  ['seven days ago', '2026-11-14T12:00:00Z', true],
  ['longer ago', '2026-11-14T11:59:59Z', false],
])('a recipe made %s', (_, createdAt, fresh) => {
  expect(isNew(createdAt, now)).toBe(fresh)
})

test('output types are upper-case, UNKNOWN by default', () => {
  expect(formatOutputType('mp4')).toBe('MP4')
  expect(formatOutputType('')).toBe('UNKNOWN')
})

test('a card always shows ~Ns: as posted until ten runs have ended, then as measured, with the share that delivered beside it', () => {
  const card = { generation_time: 5_000, remix_count: 0, kept: null, last_runs: null }
  expect(formatUse(card)).toEqual(['~5s'])
  const last_runs = { delivered: 49, of: 50, p50: 7, p95: 9, words: '' }
  const measured_time = { seconds: 7, runs: 49 }
  expect(formatUse({ ...card, remix_count: 1_200, last_runs, measured_time })).toEqual([
    '~7s',
    '49 of 50 delivered',
    'remixed 1,200 times',
  ])
  expect(formatUse({ ...card, remix_count: 1 })).toContain('remixed once')
  expect(formatUse({ ...card, remix_count: 2 })).toContain('remixed twice')
  const none = { delivered: 0, of: 10, p50: null, p95: null, words: '' }
  expect(formatUse({ ...card, last_runs: none })).toEqual(['~5s', '0 of 10 delivered'])
})

test('a card tells that nothing has delivered yet, until the last runs tell more', () => {
  const untested = 'Not tested yet'
  const card = { generation_time: 5_000, remix_count: 0, kept: null, last_runs: null, untested }
  expect(formatUse(card)).toEqual(['~5s', untested])
  const last_runs = { delivered: 0, of: 10, p50: null, p95: null, words: '' }
  expect(formatUse({ ...card, last_runs })).toEqual(['~5s', '0 of 10 delivered'])
})
