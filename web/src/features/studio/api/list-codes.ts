import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../../lib/by-cursor.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type Code = Answer<'listCodes'>['codes'][number]

export const codesQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: ['codes', workflowId],
    queryFn: ({ pageParam, signal }) =>
      call('listCodes', {
        query: { workflow_id: workflowId, cursor: pageParam ?? undefined },
        signal,
      }),
    staleTime: 0,
    ...byCursor,
  })
