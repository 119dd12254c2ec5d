import type { ReceiptView } from '@vignette/contract/payments.ts'
import { expect, test } from 'vitest'
import { untilSettled } from './api.ts'

test('a receipt is asked for again while its money is on its way, and less and less often', () => {
  const ask = (state: ReceiptView['state'], dataUpdateCount = 1) =>
    untilSettled({ state: { data: { receipt: { state } as ReceiptView }, dataUpdateCount } })
  expect([1, 2, 90].map((answers) => ask('capture_requested', answers))).toEqual([
    1_000, 2_000, 30_000,
  ])
  expect([ask('release_requested'), ask('captured_undelivered')]).toEqual([1_000, 1_000])
  expect([ask('captured'), ask('delivered'), ask('released')]).toEqual([false, false, false])
  expect(untilSettled({ state: { data: undefined, dataUpdateCount: 0 } })).toBe(false)
})
