import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CaseFilter } from '@vignette/contract/case-words.ts'
import { byCursor } from '../../../lib/by-cursor.ts'
import { call } from '../../../lib/client.ts'

export const casesQuery = (side: 'creator' | 'operator', state: CaseFilter) =>
  infiniteQueryOptions({
    queryKey: ['cases', side, state],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return side === 'operator'
        ? call('listAllCases', { query, signal })
        : call('listCases', { query: { side, ...query }, signal })
    },
    ...byCursor,
  })
