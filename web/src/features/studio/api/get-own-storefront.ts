import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const ownStorefrontQuery = queryOptions({
  queryKey: ['own-storefront'],
  queryFn: ({ signal }) => call('getOwnStorefront', { signal }),
})
