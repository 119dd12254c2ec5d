import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NumberRange } from '@vignette/contract/number-limits.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type WorkflowNumbers = Answer<'getWorkflowNumbers'>

export const workflowNumbersQuery = (id: string, range: NumberRange) =>
  queryOptions({
    queryKey: ['recipe-numbers', id, range],
    queryFn: ({ signal }) =>
      call('getWorkflowNumbers', { params: { id }, query: { range }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
