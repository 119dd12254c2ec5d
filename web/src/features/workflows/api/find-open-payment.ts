import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** The reader's own authorisation for the recipe, which no run has used. */
export const authorisationQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['authorisation', workflowId],
    queryFn: async ({ signal }) =>
      (await call('findOpenPayment', { query: { workflow_id: workflowId }, signal })).payment,
  })
