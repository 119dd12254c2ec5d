import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

/** Each page repeats what is not paid yet; the payouts go on after the cursor. */
export const payoutsQuery = infiniteQueryOptions({
  queryKey: ['payouts'],
  queryFn: ({ pageParam, signal }) =>
    call('getPayouts', { query: { cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})
