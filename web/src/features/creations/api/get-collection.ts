import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** Always asked anew: the server renders what a stranger sees, and the owner of the collection sees more. */
export const collectionQuery = (id: string, key?: string) =>
  queryOptions({
    queryKey: ['collection', id, key ?? null],
    queryFn: ({ signal }) => call('getCollection', { params: { id }, query: { key }, signal }),
  })
