import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

const ASKED = 40
const SHOWN = 10

/** The newest notices that lead into the studio; others are about what the reader bought. */
export const eventsQuery = queryOptions({
  queryKey: ['notices', 'studio'],
  queryFn: async ({ signal }) => {
    const { notices } = await call('listNotices', { query: { limit: ASKED }, signal })
    return notices.filter(({ link }) => link?.path.startsWith('/studio')).slice(0, SHOWN)
  },
  staleTime: 0,
})
