import { apiQuery } from '../../../lib/api.ts'

export const frontPageQuery = apiQuery('getFrontPage', {}, { staleTime: 60_000 })
