import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SaleState } from '@vignette/contract/sale-words.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type Sale = Answer<'listSales'>['sales'][number]

export interface SaleFilters {
  workflow_id?: string
  state?: SaleState
  month?: string
}

/** A requested refund is confirmed by the gateway within seconds. */
const ASK_AGAIN_MS = 5_000

export const salesQuery = (filters: SaleFilters) =>
  infiniteQueryOptions({
    queryKey: ['sales', filters],
    queryFn: ({ pageParam, signal }) =>
      call('listSales', {
        query: { ...filters, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ sales }) => sales.some(({ refunding }) => refunding > 0))
        ? ASK_AGAIN_MS
        : false,
    ...byCursor,
  })
