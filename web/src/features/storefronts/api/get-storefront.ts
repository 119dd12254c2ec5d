import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const storefrontQuery = (handle: string) =>
  queryOptions({
    queryKey: ['storefront', handle],
    queryFn: ({ signal }) => call('getStorefront', { params: { handle }, signal }),
    staleTime: 30_000,
  })
