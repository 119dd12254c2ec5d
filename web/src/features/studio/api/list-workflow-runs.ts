import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { type Answer, call, type Query } from '../../../lib/client.ts'

export type Run = Answer<'listWorkflowRuns'>['runs'][number]
export type RunFilters = Pick<Query<'listWorkflowRuns'>, 'outcome' | 'version' | 'kind'>

export const runsQuery = (id: string, filters: RunFilters) =>
  infiniteQueryOptions({
    queryKey: ['recipe-runs', id, filters],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflowRuns', {
        params: { id },
        query: { ...filters, cursor: pageParam ?? undefined },
        signal,
      }),
    staleTime: 0,
    ...byCursor,
  })
