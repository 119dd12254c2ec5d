import { queryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { call } from '../../../lib/client.ts'

/**
 * The key lies below the gallery's, so that an invalidation of the gallery renews this list too.
 */
export const deletedCreationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user-creations', userId, 'deleted'],
    queryFn: async ({ signal }) => {
      const { items } = await call('listUserCreations', {
        params: { id: userId },
        query: { deleted: 'true', limit: PAGE.max },
        signal,
      })
      // A server that does not know this list answers the gallery, with the specified fields alone.
      return items.filter((item) => item.workflow_id !== undefined)
    },
  })
