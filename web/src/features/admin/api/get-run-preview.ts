import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export const runPreviewQuery = queryOptions({
  queryKey: ['payout-runs', 'preview'],
  queryFn: ({ signal }) => call('previewPayoutRun', { signal }),
})
