import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const followsQuery = infiniteQueryOptions({
  queryKey: ['follows', 'people'],
  queryFn: ({ pageParam, signal }) =>
    call('listFollows', { query: { cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})

export const followedWorkflowsQuery = infiniteQueryOptions({
  queryKey: ['follows', 'recipes'],
  queryFn: ({ pageParam, signal }) =>
    call('listFollowedWorkflows', { query: { cursor: pageParam ?? undefined }, signal }),
  ...byCursor,
})
