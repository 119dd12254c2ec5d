import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const earningsQuery = queryOptions({
  queryKey: ['earnings'],
  queryFn: ({ signal }) => call('getEarnings', { signal }),
})
