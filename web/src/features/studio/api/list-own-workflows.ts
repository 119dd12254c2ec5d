import { infiniteQueryOptions } from '@tanstack/react-query'
import type { WorkflowState } from '@vignette/contract/workflows.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

const PAGE_SIZE = 20

/** The creator's recipes with their numbers; taken-down ones too, while they can come back. */
export const ownWorkflowsQuery = (state: WorkflowState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['own-recipes', 'studio', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call('listOwnWorkflows', {
        query: { state, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    staleTime: 0,
    ...byCursor,
  })
