import { apiQuery } from '../../../lib/api.ts'

export const workflowQuery = (id: string) =>
  apiQuery('getWorkflow', { params: { id } }, { staleTime: 30_000 })
