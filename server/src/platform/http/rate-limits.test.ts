import { expect, test } from 'vitest'
import type { AppError } from './app-error.ts'
import { networkOf, widerNetworkOf } from './network.ts'
import { type Counted, createRateLimiter } from './rate-limits.ts'

const RATES = {
  writes: 60,
  remixes: 2,
  uploads: 0,
  checkouts: 30,
  'sign-ins': 20,
  exports: 1,
  reads: 0,
  webhooks: 0,
  reports: 10,
  analytics: 120,
  waitlist: 10,
  letters: 0,
}

const home = { address: '192.0.2.1' }

function open() {
  const clock = { ms: 0 }
  const limit = createRateLimiter((one) => RATES[one], { now: () => clock.ms })
  /** Seconds to wait, or 0 where the call was admitted. */
  const ask = (kind: Parameters<typeof limit>[0], counted: Counted) =>
    limit(kind, counted).then(
      () => 0,
      (error: unknown) => (error as AppError).retryAfterSeconds,
    )
  const askAll = async (calls: [Parameters<typeof limit>[0], Counted][]) => {
    const waits = []
    for (const [kind, counted] of calls) waits.push(await ask(kind, counted))
    return waits
  }
  const remixes = (...counted: Counted[]) => askAll(counted.map((one) => ['remixes', one]))
  return { clock, limit, ask, remixes }
}

test('a full bucket admits a minute’s calls at once, then names the wait, and admits a call after that wait', async () => {
  const { clock, remixes } = open()
  expect(await remixes(home, home, home)).toEqual([0, 0, 30])
  clock.ms = 29_000
  expect(await remixes(home)).toEqual([1])
  clock.ms = 30_000
  expect(await remixes(home, home)).toEqual([0, 30])
})

test('says what is left, until when, and that nothing is left', async () => {
  const { limit } = open()
  const policy = { 'ratelimit-policy': '"remixes";q=2;w=60' }
  expect(await limit('remixes', home)).toEqual({ ...policy, ratelimit: '"remixes";r=1;t=30' })
  expect(await limit('remixes', home)).toEqual({ ...policy, ratelimit: '"remixes";r=0;t=60' })
  await expect(limit('remixes', home)).rejects.toMatchObject({
    retryAfterSeconds: 30,
    headers: { ...policy, ratelimit: '"remixes";r=0;t=30' },
  })
  expect(await limit('letters', home)).toBe(undefined)
})

test('each principal and each client IP is counted separately', async () => {
  const { remixes } = open()
  for (const counted of [home, { principal: 'a' }, { principal: 'b' }, { address: '192.0.2.2' }]) {
    expect(await remixes(counted, counted, counted)).toEqual([0, 0, 30])
  }
})

test.each([
  ['an IPv4 /24', (n: number) => `192.0.2.${n}`, '192.0.3.1'],
  ['an IPv6 /48', (n: number) => `2001:db8:1:${n}::1`, '2001:db8:2::1'],
])('%s has ten times the rate of one address', async (_name, addressOf, elsewhere) => {
  const { remixes } = open()
  const waits = await remixes(...Array.from({ length: 21 }, (_, n) => ({ address: addressOf(n) })))
  expect(waits).toEqual([...Array(20).fill(0), 3])
  expect(await remixes({ address: elsewhere })).toEqual([0])
})

test('each class is counted separately, and a rate of 0 is no limit', async () => {
  const { ask, remixes } = open()
  await remixes(home, home)
  expect(await ask('writes', home)).toBe(0)
  const uploads = await Promise.all(Array.from({ length: 500 }, () => ask('uploads', home)))
  expect(uploads).toEqual(Array(500).fill(0))
})

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('the networks of %s are %s and %s', (address, network, wider) => {
  expect(networkOf(address)).toBe(network)
  expect(widerNetworkOf(address)).toBe(wider)
})
