import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** A version never changes, so neither does its text. */
export const versionSourceQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['version-source', id, version],
    queryFn: ({ signal }) =>
      call('getVersionSource', { params: { id, version: String(version) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
