import { apiQuery } from '../../lib/api.ts'

export const storefrontQuery = (handle: string) =>
  apiQuery('getStorefront', { params: { handle } }, { staleTime: 30_000 })
