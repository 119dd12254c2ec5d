import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const statementsQuery = infiniteQueryOptions({
  queryKey: ['statements'],
  queryFn: ({ pageParam, signal }) =>
    call('listStatements', { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  ...byCursor,
})
