import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type Purchase = Answer<'listPurchases'>['purchases'][number]

/** A purchase that waits may change within seconds, so each opening of the list asks again. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: ['purchases'],
  queryFn: ({ pageParam, signal }) =>
    call('listPurchases', { query: { cursor: pageParam ?? undefined }, signal }),
  staleTime: 0,
  ...byCursor,
})
