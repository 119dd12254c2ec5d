import type { QueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetCreation } from './forget-creation.ts'

export async function declineCreation(client: QueryClient, creation: CreationView): Promise<void> {
  await call('declineCreation', { params: { id: creation.id } })
  track('proof_declined', { creation_id: creation.id })
  forgetCreation(client, creation)
}
