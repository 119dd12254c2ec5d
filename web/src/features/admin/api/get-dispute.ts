import { queryOptions } from '@tanstack/react-query'
import { latePaths } from '@vignette/contract/late-paths.ts'
import { API_BASE } from '@vignette/contract/web-paths.ts'
import { call } from '../../../lib/client.ts'

/** Asks again while the evidence is on its way. */
export const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: ['dispute', id],
    queryFn: ({ signal }) => call('getDispute', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.sending === 'requested' ? 2_000 : false),
  })

export const disputeFileUrl = (id: string) =>
  `${API_BASE}${latePaths.getDisputeFile[1].replace(':id', encodeURIComponent(id))}`
