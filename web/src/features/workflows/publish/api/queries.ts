import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/client.ts'

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await call('listProviders', { signal })).providers,
  staleTime: 60_000,
})

export const recipeSourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipe-source', id],
    queryFn: ({ signal }) => call('getWorkflowSource', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // What is being edited must not change underneath; each visit reads it anew.
    gcTime: 0,
  })
