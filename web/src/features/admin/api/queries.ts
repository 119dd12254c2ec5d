import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, call, type Query } from '../../../lib/client.ts'

export type ReportStatus = NonNullable<Query<'listReports'>['status']>
const PAGE_SIZE = 50

const next = (all: readonly { length: number }[], total: number) => {
  const seen = all.reduce((sum, page) => sum + page.length, 0)
  return seen < total ? seen : undefined
}

export const reportsQuery = (status: ReportStatus) =>
  infiniteQueryOptions({
    queryKey: ['reports', status],
    queryFn: ({ pageParam, signal }) =>
      call('listReports', { query: { status, limit: PAGE_SIZE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Answer<'listReports'>, all: Answer<'listReports'>[]) =>
      next(
        all.map((page) => page.reports),
        last.total,
      ),
  })

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call('listAuditLog', { query: { limit: PAGE_SIZE, offset: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: (last: Answer<'listAuditLog'>, all: Answer<'listAuditLog'>[]) =>
    next(
      all.map((page) => page.entries),
      last.total,
    ),
})
