import { apiQuery } from '../../../lib/api.ts'

/** Clicks and sales may come at any moment, so each visit of the page asks again. */
export const referralsQuery = apiQuery('getReferrals', {}, { staleTime: 0 })
