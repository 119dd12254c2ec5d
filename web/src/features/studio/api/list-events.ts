import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

const ASKED = 40
const SHOWN = 10

/** The newest notices that lead into the studio. Notices that lead elsewhere are about the reader's purchases. */
export const eventsQuery = queryOptions({
  queryKey: ['notices', 'studio'],
  queryFn: async ({ signal }) => {
    const { notices } = await call('listNotices', { query: { limit: ASKED }, signal })
    return notices.filter(({ link }) => link?.path.startsWith('/studio')).slice(0, SHOWN)
  },
  staleTime: 0,
})
