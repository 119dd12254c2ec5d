import { apiQuery } from '../../../lib/api.ts'

/** The reader's own authorisation for the recipe, which no run has used. */
export const authorisationQuery = (workflowId: string) =>
  apiQuery(
    'findOpenPayment',
    { query: { workflow_id: workflowId } },
    { select: ({ payment }) => payment },
  )
