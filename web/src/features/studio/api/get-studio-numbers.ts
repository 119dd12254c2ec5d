import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NumberRange } from '@vignette/contract/number-limits.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type StudioNumbers = Answer<'getStudioNumbers'>

/** The fields that the numbers of one recipe and the numbers of all recipes share. */
export type Numbers = Omit<StudioNumbers, 'recipes'>

export const studioNumbersQuery = (range: NumberRange) =>
  queryOptions({
    queryKey: ['studio-numbers', range],
    queryFn: ({ signal }) => call('getStudioNumbers', { query: { range }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
