import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/client.ts'
import type { Tested } from '../tested.ts'

export const testsQuery = ({ kind, id }: Tested) =>
  queryOptions({
    queryKey: ['tests', kind, id],
    queryFn: async ({ signal }) =>
      (
        await call(kind === 'draft' ? 'listDraftTests' : 'listWorkflowTests', {
          params: { id },
          signal,
        })
      ).tests,
  })
