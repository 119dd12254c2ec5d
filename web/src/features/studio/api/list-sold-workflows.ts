import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** The caller's recipes that were sold, by what they earned. */
export const soldWorkflowsQuery = queryOptions({
  queryKey: ['earnings'],
  queryFn: ({ signal }) => call('getEarnings', { signal }),
})
