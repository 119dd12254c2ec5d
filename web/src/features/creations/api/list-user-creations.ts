import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { bySpecifiedPlace, offsetOf } from '../../../lib/by-cursor.ts'
import { type Answer, call } from '../../../lib/client.ts'

export const userCreationsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['user-creations', userId],
    queryFn: ({ pageParam, signal }) =>
      call('listUserCreations', {
        params: { id: userId },
        query: { limit: PAGE.profile, ...offsetOf(pageParam) },
        signal,
      }),
    ...bySpecifiedPlace<Answer<'listUserCreations'>>(
      PAGE.profile,
      (last) => typeof last.nextOffset === 'number',
    ),
    staleTime: 15_000,
  })
