import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { bySpecifiedPlace, offsetOf } from '../../../lib/by-cursor.ts'
import { type Answer, call } from '../../../lib/client.ts'

export const workflowCreationsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['workflow-creations', id],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflowCreations', {
        params: { id },
        query: { limit: PAGE.creations, public: 'true', ...offsetOf(pageParam) },
        signal,
      }),
    ...bySpecifiedPlace<Answer<'listWorkflowCreations'>>(PAGE.creations, (last) => last.has_more),
    staleTime: 15_000,
  })
