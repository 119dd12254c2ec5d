import { expect, test } from 'vitest'
import { buildPage, createPageCache } from './page-cache.ts'

function counted() {
  let made = 0
  return { make: async () => buildPage(200, `page ${++made}`), count: () => made }
}

test('simultaneous misses render once, and a page lives for its time', async () => {
  let now = 0
  const cache = createPageCache({ lifeMs: 10, entries: 5, now: () => now })
  const { make, count } = counted()
  const [one, two] = await Promise.all([cache.get('a', make).value, cache.get('a', make).value])
  expect(one).toBe(two)
  now = 9
  await cache.get('a', make).value
  expect(count()).toBe(1)
  now = 10
  await cache.get('a', make).value
  expect(count()).toBe(2)
})

test('it is bounded, and a change empties it, a page under way included', async () => {
  const cache = createPageCache({ lifeMs: 1000, entries: 2, now: () => 0 })
  const { make, count } = counted()
  for (const key of ['a', 'b', 'c', 'b', 'c']) await cache.get(key, make).value
  expect(count()).toBe(3)
  await cache.get('a', make).value
  expect(count()).toBe(4)
  const stale = cache.get('d', make)
  cache.clear()
  expect(stale.isCurrent()).toBe(false)
  expect(await cache.get('d', make).value).not.toBe(await stale.value)
})

test.each([
  ['a failed rendering', () => Promise.reject(new Error('no'))],
  ['a page of a fault', async () => buildPage(503, 'sorry')],
])('%s is not kept', async (_, broken) => {
  const cache = createPageCache({ lifeMs: 1000, entries: 2, now: () => 0 })
  await cache.get('a', broken).value.catch(() => undefined)
  const page = await cache.get('a', async () => buildPage(200, 'fine')).value
  expect(page.status).toBe(200)
})
