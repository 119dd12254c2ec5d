import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Asks on each visit: the server's page shows what a stranger sees, and the collection's owner sees more. */
export const collectionQuery = (id: string, key?: string) =>
  queryOptions({
    queryKey: ['collection', id, key ?? null],
    queryFn: ({ signal }) => call('getCollection', { params: { id }, query: { key }, signal }),
  })
