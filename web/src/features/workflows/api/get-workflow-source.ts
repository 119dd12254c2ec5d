import { apiQuery } from '../../../lib/api.ts'

export const workflowSourceQuery = (id: string) =>
  apiQuery(
    'getWorkflowSource',
    { params: { id } },
    // An edited recipe must not change during the edit; each visit loads the recipe again.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
