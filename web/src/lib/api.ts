import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
  type UnusedSkipTokenInfiniteOptions,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query'
import type { RouteName } from '@vignette/contract/paths.ts'
import { byCursor, type Places } from './by-place.ts'
import { type Answer, type CallOptions, call } from './client.ts'
import { STALE, type Write } from './stale.ts'

/** What a call is about: its parameters, its query and its body. */
type Given<N extends RouteName> = Omit<CallOptions<N>, 'signal' | 'idempotencyKey' | 'timeoutMs'>

/** The name of the route, for a list in pages the word, and what is asked. */
type Key = readonly [RouteName, ...unknown[]]

type More<N extends RouteName, T> = Omit<
  UnusedSkipTokenOptions<Answer<N>, Error, T, Key>,
  'queryKey' | 'queryFn'
>

/** Options of a query: its key is the name of the route, and what is asked. */
export function apiQuery<N extends RouteName, T = Answer<N>>(
  name: N,
  given: Given<N>,
  more?: More<N, T>,
) {
  return queryOptions<Answer<N>, Error, T, Key>({
    queryKey: apiKey(name, given),
    queryFn: ({ signal }) => call(name, { ...given, signal } as CallOptions<N>),
    ...more,
  })
}

type MorePages<N extends RouteName, P> = Omit<
  UnusedSkipTokenInfiniteOptions<Answer<N>, Error, InfiniteData<Answer<N>, P>, Key, P>,
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
>

/** The routes whose answer names the cursor of the next rows. */
type Listed = {
  [N in RouteName]: Answer<N> extends { next_cursor: string | null } ? N : never
}[RouteName]

/** Options of an infinite query of a list whose answers have cursors. */
export function apiPages<N extends Listed>(
  name: N,
  given: Given<N>,
  more?: MorePages<N, string | null>,
) {
  return apiPlaces(name, given, byCursor as Places<Answer<N>, string | null>, more)
}

/** The same for a list that goes on in its own way. */
export function apiPlaces<N extends RouteName, P>(
  name: N,
  given: Given<N>,
  places: Places<Answer<N>, P>,
  more?: MorePages<N, P>,
) {
  const { asQuery, ...way } = places
  const key: Key = [name, 'pages', ...said(given)]
  return infiniteQueryOptions<Answer<N>, Error, InfiniteData<Answer<N>, P>, Key, P>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const { query: asked } = given as { query?: object }
      const options = { ...given, query: { ...asked, ...asQuery(pageParam as P) }, signal }
      return call(name, options as unknown as CallOptions<N>)
    },
    ...way,
    ...more,
  })
}

/** The key of a query. As a filter, a key also finds the queries that were asked for more. */
export function apiKey<N extends RouteName>(name: N, given: Given<N>): Key {
  return [name, ...said(given)]
}

/** What is asked, as a part of a key: whatever is undefined or empty stays out. */
function said(given: object): object[] {
  const { params, query, body } = given as Record<string, object | undefined>
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const parts = {
    ...(params && { params }),
    ...(asked.length > 0 && { query: Object.fromEntries(asked) }),
    ...(body && { body }),
  }
  return Object.keys(parts).length > 0 ? [parts] : []
}

/** Options of a mutation, whose state says what is busy, refused and done. */
export function apiMutation<N extends Write>(name: N) {
  return mutationOptions<Answer<N>, Error, CallOptions<N>>({
    mutationKey: [name],
    mutationFn: (options, { client }) => send(client, name, options),
  })
}

/** Writes, and then asks again for what the write made stale. */
export async function send<N extends Write>(
  client: QueryClient,
  name: N,
  options: CallOptions<N>,
): Promise<Answer<N>> {
  const answer = await call(name, options)
  await refresh(client, name)
  return answer
}

/** Asks again for what the write makes stale: all that is shown now, the rest once it is shown. */
export async function refresh(client: QueryClient, name: Write): Promise<void> {
  await Promise.all(STALE[name].map((read) => client.invalidateQueries({ queryKey: [read] })))
}
