import { apiQuery } from '../../../lib/api.ts'

/** Asks on each visit: the server's page shows what a stranger sees, and the collection's owner sees more. */
export const collectionQuery = (id: string, key?: string) =>
  apiQuery('getCollection', { params: { id }, query: { key } })
