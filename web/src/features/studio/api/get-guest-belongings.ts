import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** How many recipes a guest has published, and what they have earned and not paid out. */
export const guestBelongingsQuery = queryOptions({
  queryKey: ['guest-belongings'],
  queryFn: async ({ signal }) => {
    const [list, earnings] = await Promise.all([
      call('listWorkflows', { query: { creator: 'me', per_page: 1 }, signal }),
      call('getEarnings', { signal }),
    ])
    return { recipes: list.total, earned: Math.max(0, earnings.pending + earnings.available) }
  },
})
