import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Whether the creator's recipe delivers, and the times in which it did not. */
export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipe-health', id],
    queryFn: ({ signal }) => call('getHealth', { params: { id }, signal }),
    staleTime: 0,
  })
