import { expect, test } from 'vitest'
import { createProcessState } from '../../platform/process-state.ts'
import { countLarge } from './count-large.ts'

test('a large total is counted once a minute, a small one each time', async () => {
  let now = Date.parse('2026-11-23T12:00:00Z')
  const ctx = { process: createProcessState(), clock: { now: () => new Date(now) } }
  const read = async (list: string, total: number) =>
    (await countLarge(ctx, list, () => Promise.resolve({ total }))).total
  expect([await read('few', 999), await read('few', 998)]).toEqual([999, 998])
  expect([await read('many', 1_000), await read('many', 1_001)]).toEqual([1_000, 1_000])
  expect(await read('others', 2_000)).toBe(2_000)
  now += 60_000
  expect(await read('many', 1_001)).toBe(1_001)
})
