import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const followQuery = (id: string) =>
  queryOptions({
    queryKey: ['follow', id],
    queryFn: ({ signal }) => call('getFollow', { params: { id }, signal }),
  })
