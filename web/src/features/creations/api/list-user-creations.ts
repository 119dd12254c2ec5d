import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor, placeOf } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const userCreationsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['user-creations', userId],
    queryFn: ({ pageParam, signal }) =>
      call('listUserCreations', {
        params: { id: userId },
        query: { limit: PAGE.profile, ...placeOf(pageParam) },
        signal,
      }),
    ...byCursor,
    staleTime: 15_000,
  })
