import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const workflowSourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipe-source', id],
    queryFn: ({ signal }) => call('getWorkflowSource', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // An edited recipe must not change during the edit; each visit loads the recipe again.
    gcTime: 0,
  })
