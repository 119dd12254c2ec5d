import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../../lib/client.ts'

/** All of the caller's own; `holding` asks which of them have this creation or recipe. */
export const ownCollectionsQuery = (holding?: string) =>
  queryOptions({
    queryKey: ['listCollections', holding ?? null],
    queryFn: async ({ signal }) => {
      const all: Answer<'listCollections'>['collections'] = []
      let cursor: string | undefined
      do {
        const answer = await call('listCollections', { query: { cursor, holding }, signal })
        all.push(...answer.collections)
        cursor = answer.next_cursor ?? undefined
      } while (cursor)
      return all
    },
  })
