import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

const FRESH_MS = 60_000

export const relatedWorkflowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['related-workflows', id],
    queryFn: ({ signal }) => call('listRelatedWorkflows', { params: { id }, signal }),
    staleTime: FRESH_MS,
  })

export const relatedCreationsQuery = (id: string, key: string | undefined) =>
  queryOptions({
    queryKey: ['related-creations', id, key],
    queryFn: ({ signal }) =>
      call('listRelatedCreations', { params: { id }, query: { key }, signal }),
    staleTime: FRESH_MS,
  })
