import { keepPreviousData } from '@tanstack/react-query'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { apiQuery } from '../../../lib/api.ts'

/** A text is read once; the answer before stays while another is awaited, so nothing flickers. */
export const wordsQuery = (id: string, user_inputs: UserInputs) =>
  apiQuery(
    'readWords',
    { params: { id }, body: { user_inputs } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
      // The words are a help: where they cannot be had, nothing is said.
      retry: false,
    },
  )
