import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createUuid } from '../../../lib/browser.ts'
import { workflowSourceQuery } from '../../workflows/index.ts'
import { createDraft } from './create-draft.ts'

/** The draft of a published recipe: the one that waits, or a new one of its live version. */
export const workflowDraftQuery = (client: QueryClient, workflowId: string) =>
  queryOptions({
    queryKey: ['recipe-draft', workflowId],
    queryFn: async () => {
      const source = await client.fetchQuery(workflowSourceQuery(workflowId))
      const text = `${JSON.stringify(source, null, 2)}\n`
      return createDraft(client, { text, workflow_id: workflowId }, createUuid())
    },
    // Each visit asks again: the draft may have been published since.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
