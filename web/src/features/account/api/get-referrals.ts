import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Clicks and sales may come at any moment, so each visit of the page asks again. */
export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  queryFn: ({ signal }) => call('getReferrals', { signal }),
  staleTime: 0,
})
