import { apiQuery } from '../../../lib/api.ts'

const FRESH = { staleTime: 60_000 }

export const relatedWorkflowsQuery = (id: string) =>
  apiQuery('listRelatedWorkflows', { params: { id } }, FRESH)

export const relatedCreationsQuery = (id: string, key: string | undefined) =>
  apiQuery('listRelatedCreations', { params: { id }, query: { key } }, FRESH)
