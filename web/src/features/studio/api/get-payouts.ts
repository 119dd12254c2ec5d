import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

/** Each page has the list of what is not paid yet, and the next payouts after the cursor. */
export const payoutsQuery = infiniteQueryOptions({
  queryKey: ['payouts'],
  queryFn: ({ pageParam, signal }) =>
    call('getPayouts', { query: { cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})
