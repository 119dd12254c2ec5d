import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await call('listProviders', { signal })).providers,
  staleTime: 60_000,
})
