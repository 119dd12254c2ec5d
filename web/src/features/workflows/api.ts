import type { QueryClient } from '@tanstack/react-query'
import type { NamedRecipe } from '@vignette/contract/creator-path.ts'
import { PAGE } from '@vignette/contract/limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { track } from '../../lib/analytics.ts'
import { apiPlaces, apiQuery, refresh } from '../../lib/api.ts'
import { bySpecifiedPlace, type Place } from '../../lib/by-place.ts'
import { type Answer, type Body, call, type Query } from '../../lib/client.ts'

export type WorkflowFilters = Pick<
  Query<'listWorkflows'>,
  'q' | 'output_type' | 'price' | 'category' | 'tag' | 'creator' | 'sort_by' | 'sort_order'
>

/** Always names the specified page size and order. */
export const firstPageQuery = (filters: WorkflowFilters) => ({
  page: 1,
  per_page: PAGE.discover,
  sort_by: 'created_at' as const,
  sort_order: 'DESC' as const,
  ...filters,
})

const pageOf = (place: Place | null) => ({
  page: (place?.before ?? 0) + 1,
  ...(place?.cursor && { cursor: place.cursor }),
})

export const workflowsQuery = (filters: WorkflowFilters) =>
  apiPlaces(
    'listWorkflows',
    { query: firstPageQuery(filters) },
    // Without a cursor, a page of fewer rows than asked for is the last.
    bySpecifiedPlace<Answer<'listWorkflows'>>(
      1,
      ({ workflows }) => workflows.length >= PAGE.discover,
      pageOf,
    ),
    { staleTime: 30_000 },
  )

export const workflowQuery = (id: string) =>
  apiQuery('getWorkflow', { params: { id } }, { staleTime: 30_000 })

export const workflowAtQuery = (named: NamedRecipe) =>
  apiQuery('findWorkflowAt', { params: { ...named } }, { staleTime: 30_000 })

export const workflowSourceQuery = (id: string) =>
  apiQuery(
    'getWorkflowSource',
    { params: { id } },
    // An edited recipe must not change during the edit; each visit loads the recipe again.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )

export const providersQuery = apiQuery(
  'listProviders',
  {},
  { select: ({ providers }) => providers, staleTime: 60_000 },
)

/** The reader's own authorisation for the recipe, which no run has used. */
export const authorisationQuery = (workflowId: string) =>
  apiQuery(
    'findOpenPayment',
    { query: { workflow_id: workflowId } },
    { select: ({ payment }) => payment },
  )

/** Publishes a new recipe, or the next version of the edited one. */
export async function publishWorkflow(
  client: QueryClient,
  editedId: string | undefined,
  body: Body<'createWorkflow'>,
  idempotencyKey: string,
): Promise<WorkflowView> {
  const workflow = editedId
    ? await call('updateWorkflow', { params: { id: editedId }, body })
    : await call('createWorkflow', { body, idempotencyKey })
  track(editedId ? 'workflow_updated' : 'workflow_created', { workflow_id: workflow.id })
  void refresh(client, editedId ? 'updateWorkflow' : 'createWorkflow')
  return workflow
}

/** The caller leaves the recipe's page before the lists are asked for again. */
export async function deleteWorkflow(id: string): Promise<void> {
  await call('deleteWorkflow', { params: { id } })
  track('workflow_deleted', { workflow_id: id })
}

/** Asks what recipe a file of ComfyUI proposes, with what is taken of its form by place. */
export const importFile = (file: Blob, query: { name: string; take?: string | undefined }) =>
  call('importWorkflow', { file, query })
