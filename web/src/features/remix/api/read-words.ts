import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { call } from '../../../lib/client.ts'

/** A text is read once; the answer before stays while another is awaited, so nothing flickers. */
export const wordsQuery = (id: string, user_inputs: UserInputs) =>
  queryOptions({
    queryKey: ['words', id, user_inputs],
    queryFn: ({ signal }) => call('readWords', { params: { id }, body: { user_inputs }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    // The words are a help: where they cannot be had, nothing is said.
    retry: false,
  })
