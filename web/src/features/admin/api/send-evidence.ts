import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { disputeQuery } from './get-dispute.ts'

export async function sendEvidence(client: QueryClient, id: string): Promise<void> {
  client.setQueryData(disputeQuery(id).queryKey, await call('sendEvidence', { params: { id } }))
  await client.invalidateQueries({ queryKey: ['all-disputes'] })
}
