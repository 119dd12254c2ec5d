import { apiQuery } from '../../../lib/api.ts'

/** A creator's most remixed recipes: one more than a page shows, since the page's own is left out. */
export const creatorWorkflowsQuery = (creator: string) =>
  apiQuery(
    'listWorkflows',
    { query: { creator, per_page: 5, sort_by: 'popular' } },
    { staleTime: 60_000 },
  )
