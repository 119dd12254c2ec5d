import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const runPayoutsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['payout-runs', 'one', id],
    queryFn: ({ pageParam, signal }) =>
      call('listRunPayouts', {
        params: { id },
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    ...byCursor,
  })
