import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const draftsQuery = queryOptions({
  queryKey: ['drafts'],
  queryFn: ({ signal }) => call('listDrafts', { query: {}, signal }),
  staleTime: 0,
})
