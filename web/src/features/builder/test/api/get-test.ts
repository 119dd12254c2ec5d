import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/client.ts'
import { isRunning } from '../describe-test.ts'

/** Events of the job come sooner; where none come, asking again shows the same. */
const ASK_AGAIN_MS = 3_000

export const testQuery = (id: string) =>
  queryOptions({
    queryKey: ['test', id],
    queryFn: ({ signal }) => call('getTest', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? ASK_AGAIN_MS : false),
  })
