import type { CaseFilter } from '@vignette/contract/case-words.ts'
import { apiPages } from '../../../lib/api.ts'

export const casesQuery = (side: 'creator' | 'operator', state: CaseFilter) =>
  side === 'operator'
    ? apiPages('listAllCases', { query: { state } })
    : apiPages('listCases', { query: { side, state } })
