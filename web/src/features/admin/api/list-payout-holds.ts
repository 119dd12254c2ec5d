import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const payoutHoldsQuery = infiniteQueryOptions({
  queryKey: ['payout-holds'],
  queryFn: ({ pageParam, signal }) =>
    call('listPayoutHolds', { query: { cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})
