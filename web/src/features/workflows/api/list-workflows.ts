import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { bySpecifiedPlace, type Place } from '../../../lib/by-cursor.ts'
import { type Answer, call, type Query } from '../../../lib/client.ts'

export type WorkflowFilters = Pick<
  Query<'listWorkflows'>,
  'q' | 'output_type' | 'price' | 'category' | 'tag' | 'creator' | 'sort_by' | 'sort_order'
>

/** Always sends the specified page size and order. */
export function listQuery(filters: WorkflowFilters, place: Place | null): Query<'listWorkflows'> {
  return {
    page: (place?.before ?? 0) + 1,
    ...(place?.cursor && { cursor: place.cursor }),
    per_page: PAGE.discover,
    sort_by: 'created_at',
    sort_order: 'DESC',
    ...filters,
  }
}

export const workflowsQuery = (filters: WorkflowFilters) =>
  infiniteQueryOptions({
    queryKey: ['workflows', filters],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflows', { query: listQuery(filters, pageParam), signal }),
    // Without a cursor, a page of fewer rows than asked for is the last.
    ...bySpecifiedPlace<Answer<'listWorkflows'>>(
      1,
      ({ workflows }) => workflows.length >= PAGE.discover,
    ),
    staleTime: 30_000,
  })
