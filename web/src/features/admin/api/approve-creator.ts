import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'

/** Approves the account as a creator, or ends the approval. */
export async function approveCreator(
  client: QueryClient,
  id: string,
  approved: boolean,
): Promise<void> {
  await call('approveCreator', { params: { id }, body: { approved } })
  track('creator_approval_changed', { approved })
  await client.invalidateQueries({ queryKey: ['creators'] })
  await client.invalidateQueries({ queryKey: ['audit'] })
}
