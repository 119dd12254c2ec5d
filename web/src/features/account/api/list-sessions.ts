import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('listSessions', { signal })).sessions,
})
