import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor, placeOf } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ pageParam, signal }) => call('listNotices', { query: placeOf(pageParam), signal }),
  // A visit to the page always asks: the bell has just told of news.
  staleTime: 0,
  ...byCursor,
})
