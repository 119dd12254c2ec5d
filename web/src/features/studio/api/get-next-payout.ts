import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** What is not paid yet and when the next payouts leave, without the list of those that left. */
export const nextPayoutQuery = queryOptions({
  queryKey: ['payouts', 'next'],
  queryFn: ({ signal }) => call('getPayouts', { query: { limit: 1 }, signal }),
  staleTime: 0,
})
