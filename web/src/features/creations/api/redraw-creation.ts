import type { QueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetCreation } from './forget-creation.ts'

/** The recipe's remix page finds the run that draws the next proof. */
export async function redrawCreation(client: QueryClient, creation: CreationView): Promise<void> {
  await call('redrawCreation', { params: { id: creation.id } })
  track('proof_redrawn', { creation_id: creation.id })
  forgetCreation(client, creation)
}
