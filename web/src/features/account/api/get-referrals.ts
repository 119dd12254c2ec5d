import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Clicks and sales come at any moment, so that each opening asks anew. */
export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  queryFn: ({ signal }) => call('getReferrals', { signal }),
  staleTime: 0,
})
