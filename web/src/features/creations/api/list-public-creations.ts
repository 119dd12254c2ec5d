import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const publicCreationsQuery = infiniteQueryOptions({
  queryKey: ['public-creations'],
  queryFn: ({ pageParam, signal }) =>
    call('listPublicCreations', {
      query: { limit: PAGE.creations, ...(pageParam === null ? {} : { cursor: pageParam }) },
      signal,
    }),
  ...byCursor,
  staleTime: 15_000,
})
