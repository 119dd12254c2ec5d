import type { RateClass } from '@vignette/contract/define-route.ts'
import { expect, test } from 'vitest'
import type { AppError } from './app-error.ts'
import { type Counted, createRateLimiter, networkOf } from './rate-limits.ts'

const RATES = {
  RATE_WRITES: 60,
  RATE_REMIXES: 2,
  RATE_UPLOADS: 0,
  RATE_CHECKOUTS: 30,
  RATE_SIGN_INS: 20,
  RATE_REPORTS: 10,
}

function open() {
  const clock = { ms: 0 }
  const limit = createRateLimiter(RATES, () => clock.ms)
  /** Seconds to wait, or 0 where the call was let through. */
  const ask = async (kind: RateClass, counted: Counted) => {
    try {
      await limit(kind, counted)
      return 0
    } catch (error) {
      return (error as AppError).retryAfterSeconds
    }
  }
  return { clock, ask }
}

const home = { address: '192.0.2.1' }

test('lets a minute’s worth through at once, then says how long to wait, and lets it through then', async () => {
  const { clock, ask } = open()
  expect([
    await ask('remixes', home),
    await ask('remixes', home),
    await ask('remixes', home),
  ]).toEqual([0, 0, 30])
  clock.ms = 29_000
  expect(await ask('remixes', home)).toBe(1)
  clock.ms = 30_000
  expect(await ask('remixes', home)).toBe(0)
  expect(await ask('remixes', home)).toBe(30)
})

test('counts each principal and each client IP by itself', async () => {
  const { ask } = open()
  for (const counted of [home, { principal: 'a' }, { principal: 'b' }, { address: '192.0.2.2' }]) {
    expect([
      await ask('remixes', counted),
      await ask('remixes', counted),
      await ask('remixes', counted),
    ]).toEqual([0, 0, 30])
  }
})

test('counts each class by itself; a rate of 0 is no limit', async () => {
  const { ask } = open()
  await ask('remixes', home)
  await ask('remixes', home)
  expect(await ask('writes', home)).toBe(0)
  for (let call = 0; call < 500; call++) expect(await ask('uploads', home)).toBe(0)
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
