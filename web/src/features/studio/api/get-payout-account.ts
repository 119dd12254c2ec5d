import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const payoutAccountQuery = queryOptions({
  queryKey: ['payout-account'],
  queryFn: ({ signal }) => call('getPayoutAccount', { signal }),
})
