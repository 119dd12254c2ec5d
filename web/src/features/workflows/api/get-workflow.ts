import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id],
    queryFn: ({ signal }) => call('getWorkflow', { params: { id }, signal }),
    staleTime: 30_000,
  })
