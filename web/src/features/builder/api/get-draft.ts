import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['draft', id],
    queryFn: ({ signal }) => call('getDraft', { params: { id }, signal }),
    // The builder holds the text from then on, and saves what changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
