import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const leavingQuery = queryOptions({
  queryKey: ['leaving'],
  queryFn: ({ signal }) => call('getLeaving', { signal }),
  // Money moves while the page stands open.
  staleTime: 0,
})
