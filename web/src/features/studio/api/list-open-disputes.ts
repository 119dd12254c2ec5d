import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** The newest disputes, among which those that wait for the creator's note are found. */
export const openDisputesQuery = queryOptions({
  queryKey: ['disputes', 'today'],
  queryFn: async ({ signal }) =>
    (await call('listDisputes', { query: { limit: 20 }, signal })).disputes,
  staleTime: 0,
})
