import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const payoutRunsQuery = infiniteQueryOptions({
  queryKey: ['payout-runs', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call('listPayoutRuns', { query: { cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})
