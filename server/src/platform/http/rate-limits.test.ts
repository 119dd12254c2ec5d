import { expect, test } from 'vitest'
import type { Caller } from '../../ctx.ts'
import type { AppError } from './app-error.ts'
import { createRateLimiter, networkOf } from './rate-limits.ts'

const RATES = {
  RATE_WRITES: 60,
  RATE_REMIXES: 2,
  RATE_UPLOADS: 0,
  RATE_CHECKOUTS: 30,
  RATE_SIGN_INS: 20,
  RATE_REPORTS: 10,
}

function callerOf(id: string | null, address: string): Caller {
  const principal = id === null ? null : ({ id } as Caller['principal'])
  return { principal, sessionId: null, via: 'cookie', address }
}

function open() {
  const clock = { ms: 0 }
  const limit = createRateLimiter(RATES, () => clock.ms)
  /** Seconds to wait, or 0 where the call was let through. */
  const ask = (kind: Parameters<typeof limit>[0], caller: Caller) => {
    try {
      limit(kind, caller)
      return 0
    } catch (error) {
      return (error as AppError).retryAfterSeconds
    }
  }
  return { clock, ask }
}

test('lets a minute’s worth through at once, then says how long to wait, and lets it through then', () => {
  const { clock, ask } = open()
  const me = callerOf('me', '192.0.2.1')
  expect([ask('remixes', me), ask('remixes', me), ask('remixes', me)]).toEqual([0, 0, 30])
  clock.ms = 29_000
  expect(ask('remixes', me)).toBe(1)
  clock.ms = 30_000
  expect(ask('remixes', me)).toBe(0)
  expect(ask('remixes', me)).toBe(30)
})

test('counts for the caller wherever they are, and for the address whoever it is', () => {
  const { ask } = open()
  const roam = (n: number) => ask('remixes', callerOf('me', `192.0.2.${n}`))
  expect([roam(1), roam(2), roam(3)]).toEqual([0, 0, 30])
  const swap = (id: string) => ask('remixes', callerOf(id, '198.51.100.1'))
  expect([swap('a'), swap('b'), swap('c')]).toEqual([0, 0, 30])
  const unknown = () => ask('remixes', callerOf(null, '203.0.113.1'))
  expect([unknown(), unknown(), unknown()]).toEqual([0, 0, 30])
})

test('counts each class by itself; a rate of 0 is no limit', () => {
  const { ask } = open()
  const me = callerOf('me', '192.0.2.1')
  ask('remixes', me)
  ask('remixes', me)
  expect(ask('writes', me)).toBe(0)
  expect(Array.from({ length: 500 }, () => ask('uploads', me))).toEqual(Array(500).fill(0))
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
