import { apiQuery } from '../../../lib/api.ts'

/** Money moves while the page stands open. */
export const leavingQuery = apiQuery('getLeaving', {}, { staleTime: 0 })
