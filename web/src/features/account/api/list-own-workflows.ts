import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

/** The caller's own recipes, including recipes that an admin hid. */
export const ownWorkflowsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['own-recipes', userId],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflows', {
        query: { creator: 'me', per_page: PAGE.profile, cursor: pageParam ?? undefined },
        signal,
      }),
    ...byCursor,
  })
