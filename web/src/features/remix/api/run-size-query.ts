import type { UserInputs } from '@vignette/contract/creations.ts'
import { apiQuery } from '../../../lib/api.ts'

export const runSizeQuery = (id: string, user_inputs: UserInputs) =>
  apiQuery(
    'getRunSize',
    { params: { id }, body: { user_inputs } },
    // Without an answer, the screen shows the size that the recipe states.
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
