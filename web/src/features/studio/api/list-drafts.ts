import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** The drafts that were changed last, without their texts. */
export const lastDraftsQuery = queryOptions({
  queryKey: ['drafts', 'studio'],
  queryFn: async ({ signal }) => (await call('listDrafts', { query: {}, signal })).drafts,
  staleTime: 0,
})
