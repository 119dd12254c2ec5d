import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor, placeOf } from '../../../lib/by-cursor.ts'
import { call, type Query } from '../../../lib/client.ts'

export type ReportStatus = NonNullable<Query<'listReports'>['status']>
const PAGE_SIZE = 50

export const reportsQuery = (status: ReportStatus) =>
  infiniteQueryOptions({
    queryKey: ['reports', status],
    queryFn: ({ pageParam, signal }) =>
      call('listReports', { query: { status, limit: PAGE_SIZE, ...placeOf(pageParam) }, signal }),
    ...byCursor,
  })

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call('listAuditLog', { query: { limit: PAGE_SIZE, ...placeOf(pageParam) }, signal }),
  ...byCursor,
})
