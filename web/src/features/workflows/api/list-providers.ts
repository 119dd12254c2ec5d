import { apiQuery } from '../../../lib/api.ts'

export const providersQuery = apiQuery(
  'listProviders',
  {},
  { select: ({ providers }) => providers, staleTime: 60_000 },
)
