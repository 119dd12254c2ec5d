import { paths } from '@vignette/contract/paths.ts'
import { expect, test } from 'vitest'
import { sampleId } from '../../test/samples.ts'
import {
  collectionQuery,
  creationQuery,
  publicCreationsQuery,
  workflowCreationsQuery,
} from '../features/creations/api.ts'
import { isIndexed, isKnownPage, planPage } from './page-plan.ts'

const id = sampleId(1)

test('Discover calls for the page of its filters, and unknown parameters share one cache entry', () => {
  const plan = planPage('/workflows?q=ink&price=free&sort=popular&utm_source=x&output_type=gif')
  expect(plan?.calls[1]?.url).toBe(
    '/api/v1/workflows?page=1&per_page=12&sort_by=popular&sort_order=DESC&q=ink&price=free',
  )
  expect(planPage('/workflows?utm=1')?.cacheKey).toBe(planPage('/workflows')?.cacheKey)
})

test('the plan of the wall makes the call of the wall’s screen', () => {
  const wall = planPage('/creations?utm_source=x')
  expect(wall?.calls[1]).toEqual({
    key: publicCreationsQuery.queryKey,
    url: `/api/v1${paths.listPublicCreations[1]}?limit=20`,
    infinite: true,
  })
  expect(wall?.cacheKey).toBe('/creations')
})

test('the plans of creations and collections make the calls of their screens', () => {
  const keysOf = (address: string) => planPage(address)?.calls.map(({ key }) => key)
  expect(keysOf(`/workflows/${id}`)).toContainEqual(workflowCreationsQuery(id).queryKey)
  expect(keysOf(`/creations/${id}`)).toContainEqual(creationQuery(id).queryKey)
  expect(keysOf(`/creations/${id}?key=k`)).toContainEqual(creationQuery(id, 'k').queryKey)
  expect(keysOf(`/collections/${id}?key=k`)).toContainEqual(collectionQuery(id, 'k').queryKey)
})

test('a missing recipe or creation decides the status', () => {
  expect(planPage(`/workflows/${id}`)?.calls[1]).toMatchObject({ decidesStatus: true })
  expect(planPage(`/creations/${id}`)?.calls[1]).toMatchObject({ decidesStatus: true })
  expect(planPage('/workflows/nonsense')?.status).toBe(404)
  expect(planPage(`/workflows/${id}/remix`)).toMatchObject({
    shell: true,
    private: false,
    calls: [{ url: `/api/v1/workflows/${id}`, decidesStatus: true }],
  })
  expect(planPage(`/receipts/${id}`)).toMatchObject({
    shell: true,
    private: true,
    calls: [{ url: `/api/v1/payments/${id}`, decidesStatus: true }],
  })
})

test('a readable address asks for its recipe, whose calls follow', () => {
  const [, call] = planPage('/@Mara.Olen/%E5%A4%9C')?.calls ?? []
  expect(call).toMatchObject({
    url: '/api/v1/storefronts/mara.olen/recipes/%E5%A4%9C',
    decidesStatus: true,
  })
  expect(call?.leadsTo?.({ id, address: '/@mara.olen/%E5%A4%9C' })).toEqual(
    planPage(`/workflows/${id}`)?.calls.slice(1),
  )
  for (const path of ['/@mara/a%2Fb', '/@mara/%', '/@mara/a.b', '/@ma ra/neon'])
    expect(planPage(path)?.status).toBe(404)
  expect(planPage('/@mara/neon/remix')).toBeUndefined()
})

test('a storefront asks by its handle, and decides the status', () => {
  expect(planPage('/@mara.olen')).toMatchObject({
    shell: false,
    calls: [{}, { url: '/api/v1/storefronts/mara.olen', decidesStatus: true }],
  })
  expect(planPage('/@Mara')?.calls[1]?.url).toBe('/api/v1/storefronts/Mara')
  expect(planPage('/@mara/feed/x')).toBeUndefined()
  expect(planPage('/@%2e%2e')?.status).toBe(404)
})

test('search engines stay out of pages that only the browser renders', () => {
  expect(isIndexed(`/workflows/${id}`)).toBe(true)
  expect(isIndexed(`/workflows/${id}/remix`)).toBe(false)
})

test('a keyed link is private and passes on its key', () => {
  const plan = planPage(`/creations/${id}?key=s3cret`)
  expect(plan).toMatchObject({ private: true })
  expect(plan?.calls[1]?.url).toBe(`/api/v1/creations/${id}?key=s3cret`)
  const collection = planPage(`/collections/${id}?key=s3cret`)
  expect(collection).toMatchObject({ private: true })
  expect(collection?.calls[1]?.url).toBe(`/api/v1/collections/${id}?key=s3cret`)
})

test.each([
  '/',
  '/workflows',
  '/workflows/create',
  `/workflows/${id}`,
  `/workflows/${id}/remix`,
  '/creations',
  `/creations/${id}`,
  '/profile',
  '/auth/callback',
  '/terms',
  '/privacy',
  '/imprint',
  '/admin',
])('%s is a page', (path) => {
  expect(isKnownPage(path)).toBe(true)
})
test.each([
  '/nope',
  '/workflows/nope/remix',
  '//x//y',
  '//host/workflows',
  '/workflows/a/b/c',
  '/recipes',
  '/auth',
])('%s is not', (path) => {
  expect(isKnownPage(path)).toBe(false)
})

const LONG = 16_000
const fillers = ['/', '/a', '%', '%41', '?', '.', '../', ' ', '&key=', '"', '\u{1f600}']

/** The fastest of five runs, since other work on the machine may interrupt a run. */
function quickestMs(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...times)
}

test.each(fillers)(
  'a path of 16 KB of %j is planned within 5 ms, with any text before and after',
  (filler) => {
    const long = filler.repeat(LONG / filler.length)
    for (const before of ['/', '/workflows', '/workflows/', `/creations/${id}`, '/admin', '/a']) {
      for (const after of ['', 'x', '?q=x']) {
        const address = `${before}${long}${after}`
        const path = address.split('?')[0] ?? ''
        expect(
          quickestMs(() => planPage(address)),
          before,
        ).toBeLessThan(5)
        expect(
          quickestMs(() => isKnownPage(path)),
          before,
        ).toBeLessThan(5)
      }
    }
  },
)
