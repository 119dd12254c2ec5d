import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

const PAGE_SIZE = 20

export const disputesQuery = infiniteQueryOptions({
  queryKey: ['disputes'],
  queryFn: ({ pageParam, signal }) =>
    call('listDisputes', { query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})
