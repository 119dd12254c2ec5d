import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('listSessions', { signal })).sessions,
})

export const earningsQuery = queryOptions({
  queryKey: ['earnings'],
  queryFn: ({ signal }) => call('getEarnings', { signal }),
})

/** The caller's own, with those that an admin hid. */
export const ownRecipesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['own-recipes', userId],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflows', {
        query: { creator: 'me', per_page: PAGE.profile, cursor: pageParam ?? undefined },
        signal,
      }),
    ...byCursor,
  })

/** Kept beside the gallery, so that what renews the one renews the other. */
export const deletedCreationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user-creations', userId, 'deleted'],
    queryFn: async ({ signal }) =>
      (
        await call('listUserCreations', {
          params: { id: userId },
          query: { deleted: 'true', limit: PAGE.max },
          signal,
        })
      ).items,
  })
