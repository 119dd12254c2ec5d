import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const payoutsQuery = queryOptions({
  queryKey: ['payouts'],
  queryFn: ({ signal }) => call('getPayouts', { signal }),
})
