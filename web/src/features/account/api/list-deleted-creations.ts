import { PAGE } from '@vignette/contract/limits.ts'
import { apiQuery } from '../../../lib/api.ts'

export const deletedCreationsQuery = (userId: string) =>
  apiQuery(
    'listUserCreations',
    { params: { id: userId }, query: { deleted: 'true', limit: PAGE.max } },
    {
      // A server that does not know this list answers the gallery, with the specified fields alone.
      select: ({ items }) => items.filter((item) => item.workflow_id !== undefined),
    },
  )
