import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Whether a recipe of the creator delivers, and when it did not. */
export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipe-health', id],
    queryFn: ({ signal }) => call('getHealth', { params: { id }, signal }),
    staleTime: 0,
  })
