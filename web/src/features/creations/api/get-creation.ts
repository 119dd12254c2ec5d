import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const creationQuery = (id: string, key?: string) =>
  queryOptions({
    queryKey: ['creation', id, key ?? null],
    queryFn: ({ signal }) => call('getCreation', { params: { id }, query: { key }, signal }),
    staleTime: 30_000,
  })
