import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** The draft of a recipe's next version with its text; null where none is begun. */
export const waitingDraftQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['drafts', 'of-recipe', workflowId],
    queryFn: async ({ signal }) => {
      const query = { workflow_id: workflowId, limit: 1 }
      const [draft] = (await call('listDrafts', { query, signal })).drafts
      return draft ? call('getDraft', { params: { id: draft.id }, signal }) : null
    },
    staleTime: 0,
  })
