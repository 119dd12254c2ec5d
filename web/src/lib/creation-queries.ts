import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { byCursor, placeOf } from './by-cursor.ts'
import { call } from './client.ts'

/** Apart from the other queries, so that the catalogue does not load them. */
export const creationQuery = (id: string, key?: string) =>
  queryOptions({
    queryKey: ['creation', id, key ?? null],
    queryFn: ({ signal }) => call('getCreation', { params: { id }, query: { key }, signal }),
    staleTime: 30_000,
  })

export const workflowCreationsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['workflow-creations', id],
    queryFn: ({ pageParam, signal }) =>
      call('listWorkflowCreations', {
        params: { id },
        query: { limit: PAGE.creations, ...placeOf(pageParam) },
        signal,
      }),
    ...byCursor,
    staleTime: 15_000,
  })

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
