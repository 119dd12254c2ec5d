import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { QueryPages, QueryState } from './query-state.tsx'

type Answerer<T> = (page: number) => T

function show<T>(answer: Answerer<T>, Shown: (props: { answer: Answerer<T> }) => React.ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Shown answer={answer} />
    </QueryClientProvider>,
  )
  return client
}

function Name({ answer }: { answer: Answerer<string> }) {
  const query = useQuery({ queryKey: ['name'], queryFn: async () => answer(0) })
  return (
    <>
      <QueryState query={query} failed="Failed to load the name" loading={<p>Loading</p>}>
        {(name) => <p>{name}</p>}
      </QueryState>
      {query.isRefetchError && <p>Old</p>}
    </>
  )
}

test('a query that fails says why and is asked again; what was read stays when a later read fails', async () => {
  let works = false
  const client = show(() => {
    if (works) return 'mara'
    throw new Error('The store is shut')
  }, Name)
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Failed to load the name' })).toBeTruthy()
  expect(screen.getByText('The store is shut')).toBeTruthy()
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('mara')).toBeTruthy()
  works = false
  void client.refetchQueries()
  expect(await screen.findByText('Old')).toBeTruthy()
  expect(screen.getByText('mara')).toBeTruthy()
})

function Names({ answer }: { answer: Answerer<string[]> }) {
  const query = useInfiniteQuery({
    queryKey: ['names'],
    queryFn: async ({ pageParam }) => answer(pageParam),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length : undefined),
  })
  return (
    <QueryPages
      query={query}
      rows={(page) => page}
      line
      failed="The names could not be loaded"
      empty={<p>Nobody yet</p>}
    >
      {(names) => <p>{names.join(', ')}</p>}
    </QueryPages>
  )
}

test('a list goes on by its button, and keeps its rows when the next page fails', async () => {
  let works = false
  show((page) => {
    if (page > 0 && !works) throw new Error('The store is shut')
    return page > 0 ? ['ina'] : ['mara']
  }, Names)
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The rest could not be loaded.')
  expect(screen.getByText('mara')).toBeTruthy()
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('mara, ina')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a small list says in a line that it failed', async () => {
  show(() => {
    throw new Error('The store is shut')
  }, Names)
  const line = await screen.findByRole('alert')
  expect(line.textContent).toBe('The names could not be loaded. The store is shut Try Again')
})
