import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { sampleId } from '../../test/samples.ts'
import { Refusal, startApi } from '../../test/start-api.ts'
import { apiKey, apiMutation, apiPages, apiQuery, send } from './api.ts'

const id = sampleId(1)
const links = (client: QueryClient, of: string) => {
  const observer = new QueryObserver(client, apiQuery('listLinks', { params: { id: of } }))
  onTestFinished(observer.subscribe(() => undefined))
  return observer
}

test('a key is the name of the route and what is asked', () => {
  expect(apiKey('listSales', { query: { state: undefined } })).toEqual(['listSales'])
  expect(apiKey('listLinks', { params: { id } })).toEqual(['listLinks', { params: { id } }])
  expect(apiQuery('getCreation', { params: { id }, query: { key: 'k' } }).queryKey).toEqual([
    'getCreation',
    { params: { id }, query: { key: 'k' } },
  ])
  // The same list in pages has another shape, so it needs another key.
  expect(apiPages('listDisputes', { query: { limit: 20 } }).queryKey).not.toEqual(
    apiQuery('listDisputes', { query: { limit: 20 } }, {}).queryKey,
  )
})

test('a key without a part finds the queries that have the part', () => {
  const client = new QueryClient()
  const keyed = apiQuery('getCreation', { params: { id }, query: { key: 'k' } }).queryKey
  client.setQueryData(apiKey('getCreation', { params: { id } }), {})
  client.setQueryData(keyed, {} as never)
  client.setQueryData(apiKey('getCreation', { params: { id: sampleId(2) } }), {})
  const found = client
    .getQueryCache()
    .findAll({ queryKey: apiKey('getCreation', { params: { id } }) })
  expect(found).toHaveLength(2)
})

test('a list in pages goes on at the cursor of the last answer', async () => {
  const asked = await startApi({
    'GET /disputes': ({ query }) => ({
      disputes: [],
      warnings: [],
      next_cursor: query.get('cursor') ? null : 'c1',
    }),
  })
  const pages = apiPages('listDisputes', { query: { limit: 20 } })
  const list = new InfiniteQueryObserver(new QueryClient(), pages)
  await list.refetch()
  const { hasNextPage } = await list.fetchNextPage()
  expect(hasNextPage).toBe(false)
  const lists = asked.filter(({ path }) => path === '/disputes')
  expect(lists.map(({ query }) => Object.fromEntries(query))).toEqual([
    { limit: '20' },
    { limit: '20', cursor: 'c1' },
  ])
})

test('a write asks again for what it made stale, and is done when that has come', async () => {
  let made = 0
  await startApi({
    [`GET /workflows/${id}/links`]: () => ({ links: Array.from({ length: made }, () => ({})) }),
    [`PUT /workflows/${id}/links/bio`]: () => {
      made++
      return {}
    },
  })
  const client = new QueryClient()
  const shown = links(client, id)
  await shown.refetch()
  await send(client, 'createLink', { params: { id, name: 'bio' } })
  expect(shown.getCurrentResult().data?.links).toHaveLength(1)
  await new MutationObserver(client, apiMutation('createLink')).mutate({
    params: { id, name: 'bio' },
  })
  expect(shown.getCurrentResult().data?.links).toHaveLength(2)
})

test('a refused write leaves what is shown', async () => {
  const asked = await startApi({
    [`GET /workflows/${id}/links`]: () => ({ links: [] }),
    [`PUT /workflows/${id}/links/bio`]: () => new Refusal(409, { error: 'It is there' }),
  })
  const client = new QueryClient()
  await links(client, id).refetch()
  const made = send(client, 'createLink', { params: { id, name: 'bio' } })
  await expect(made).rejects.toThrow('It is there')
  expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(1)
})
