import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const frontPageQuery = queryOptions({
  queryKey: ['front-page'],
  queryFn: ({ signal }) => call('getFrontPage', { signal }),
  staleTime: 60_000,
})
