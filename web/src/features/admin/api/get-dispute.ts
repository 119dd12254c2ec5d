import { queryOptions } from '@tanstack/react-query'
import { API_BASE, paths } from '@vignette/contract/paths.ts'
import { call } from '../../../lib/client.ts'

/** Asks again while the evidence is on its way. */
export const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: ['dispute', id],
    queryFn: ({ signal }) => call('getDispute', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.sending === 'requested' ? 2_000 : false),
  })

export const disputeFileUrl = (id: string) =>
  `${API_BASE}${paths.getDisputeFile[1].replace(':id', encodeURIComponent(id))}`
