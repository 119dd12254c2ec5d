import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const recipeSourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipe-source', id],
    queryFn: ({ signal }) => call('getWorkflowSource', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // What is being edited must not change underneath; each visit reads it anew.
    gcTime: 0,
  })
