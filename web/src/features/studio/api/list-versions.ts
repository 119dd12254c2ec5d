import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type Version = Answer<'listVersions'>['versions'][number]

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['recipe-versions', id],
    queryFn: ({ pageParam, signal }) =>
      call('listVersions', { params: { id }, query: { cursor: pageParam ?? undefined }, signal }),
    staleTime: 0,
    ...byCursor,
  })
