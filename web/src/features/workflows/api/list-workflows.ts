import { PAGE } from '@vignette/contract/limits.ts'
import { apiPlaces } from '../../../lib/api.ts'
import { bySpecifiedPlace, type Place } from '../../../lib/by-place.ts'
import type { Answer, Query } from '../../../lib/client.ts'

export type WorkflowFilters = Pick<
  Query<'listWorkflows'>,
  'q' | 'output_type' | 'price' | 'category' | 'tag' | 'creator' | 'sort_by' | 'sort_order'
>

/** Always names the specified page size and order. */
const asked = (filters: WorkflowFilters) => ({
  per_page: PAGE.discover,
  sort_by: 'created_at' as const,
  sort_order: 'DESC' as const,
  ...filters,
})

const pageOf = (place: Place | null) => ({
  page: (place?.before ?? 0) + 1,
  ...(place?.cursor && { cursor: place.cursor }),
})

export const firstPageQuery = (filters: WorkflowFilters) => ({ ...pageOf(null), ...asked(filters) })

export const workflowsQuery = (filters: WorkflowFilters) =>
  apiPlaces(
    'listWorkflows',
    { query: asked(filters) },
    // Without a cursor, a page of fewer rows than asked for is the last.
    bySpecifiedPlace<Answer<'listWorkflows'>>(
      1,
      ({ workflows }) => workflows.length >= PAGE.discover,
      pageOf,
    ),
    { staleTime: 30_000 },
  )
