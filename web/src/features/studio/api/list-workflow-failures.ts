import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Why runs of the last 30 days failed. */
export const failuresQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipe-failures', id],
    queryFn: ({ signal }) => call('listWorkflowFailures', { params: { id }, signal }),
    staleTime: 0,
  })
