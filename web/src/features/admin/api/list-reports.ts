import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor, placeOf } from '../../../lib/by-cursor.ts'
import { call, type Query } from '../../../lib/client.ts'

const PAGE_SIZE = 50

export type ReportStatus = NonNullable<Query<'listReports'>['status']>

export const reportsQuery = (status: ReportStatus) =>
  infiniteQueryOptions({
    queryKey: ['reports', status],
    queryFn: ({ pageParam, signal }) =>
      call('listReports', { query: { status, limit: PAGE_SIZE, ...placeOf(pageParam) }, signal }),
    ...byCursor,
  })
