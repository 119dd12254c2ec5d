import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../../lib/client.ts'

export type WaitingCase = Answer<'listCases'>['cases'][number]

/** The cases that wait for the creator's answer. */
export const waitingCasesQuery = queryOptions({
  queryKey: ['cases', 'creator', 'today'],
  queryFn: async ({ signal }) =>
    (await call('listCases', { query: { side: 'creator', state: 'waiting' }, signal })).cases,
  staleTime: 0,
})
