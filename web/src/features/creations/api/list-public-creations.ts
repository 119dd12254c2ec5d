import { PAGE } from '@vignette/contract/limits.ts'
import { apiPages } from '../../../lib/api.ts'

export const publicCreationsQuery = apiPages(
  'listPublicCreations',
  { query: { limit: PAGE.creations } },
  { staleTime: 15_000 },
)
