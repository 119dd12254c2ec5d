import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor, placeOf } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const workflowCreationsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['workflow-creations', id],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflowCreations', {
        params: { id },
        query: { limit: PAGE.creations, ...placeOf(pageParam) },
        signal,
      }),
    ...byCursor,
    staleTime: 15_000,
  })
