import { queryOptions } from '@tanstack/react-query'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { call } from '../../../lib/client.ts'

export const runSizeQuery = (id: string, user_inputs: UserInputs) =>
  queryOptions({
    queryKey: ['run-size', id, user_inputs],
    queryFn: ({ signal }) => call('getRunSize', { params: { id }, body: { user_inputs }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Without an answer, the screen shows the size that the recipe states.
    retry: false,
  })
