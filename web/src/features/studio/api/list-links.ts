import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../../lib/client.ts'

export type TrackedLink = Answer<'listLinks'>['links'][number]

export const linksQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['links', workflowId],
    queryFn: ({ signal }) => call('listLinks', { params: { id: workflowId }, signal }),
    staleTime: 0,
  })
