import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const checkQuery = (text: string) =>
  queryOptions({
    queryKey: ['workflow-check', text],
    queryFn: ({ signal }) => call('checkWorkflow', { body: JSON.parse(text), signal }),
    staleTime: 60_000,
    gcTime: 0,
  })
