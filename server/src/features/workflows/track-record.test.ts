import { expect, test } from 'vitest'
import { describeLastRuns } from './track-record.ts'

test('a recipe’s page tells what the last runs delivered and took', () => {
  expect(describeLastRuns({ delivered: 49, of: 50, p50: 5, p95: 129 })).toBe(
    'Of the last 50 remixes 49 delivered: half within 5s, 95 of 100 within 2m 9s.',
  )
})

test('without a delivery no time is told', () => {
  expect(describeLastRuns({ delivered: 0, of: 10, p50: null, p95: null })).toBe(
    'Of the last 10 remixes 0 delivered.',
  )
})
