import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** A creator's most remixed recipes: one more than a page shows, since the page's own is left out. */
export const creatorWorkflowsQuery = (creator: string) =>
  queryOptions({
    queryKey: ['creator-recipes', creator],
    queryFn: ({ signal }) =>
      call('listWorkflows', { query: { creator, per_page: 5, sort_by: 'popular' }, signal }),
    staleTime: 60_000,
  })
