import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call, type Query } from '../../../lib/client.ts'

export type WorkflowFilters = Pick<
  Query<'listWorkflows'>,
  'q' | 'output_type' | 'price' | 'category' | 'tag' | 'creator' | 'sort_by' | 'sort_order'
>

/** Always sends the specified page size and order. */
export function listQuery(filters: WorkflowFilters, cursor: string | null): Query<'listWorkflows'> {
  return {
    ...(cursor === null ? { page: 1 } : { cursor }),
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
    ...byCursor,
    staleTime: 30_000,
  })
