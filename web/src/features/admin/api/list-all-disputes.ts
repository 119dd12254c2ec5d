import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

const PAGE_SIZE = 20

export const allDisputesQuery = (show: 'waiting' | 'all') =>
  infiniteQueryOptions({
    queryKey: ['all-disputes', show],
    queryFn: ({ pageParam, signal }) =>
      call('listAllDisputes', {
        query: { show, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    ...byCursor,
  })
