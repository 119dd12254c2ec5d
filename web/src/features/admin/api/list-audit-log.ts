import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor, placeOf } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

const PAGE_SIZE = 50

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call('listAuditLog', { query: { limit: PAGE_SIZE, ...placeOf(pageParam) }, signal }),
  ...byCursor,
})
