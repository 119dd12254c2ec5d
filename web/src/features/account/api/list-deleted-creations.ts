import { queryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { call } from '../../../lib/client.ts'

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
