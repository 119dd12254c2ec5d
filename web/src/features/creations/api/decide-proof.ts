import type { QueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { creationQuery } from './get-creation.ts'
import { receiptQuery } from './get-receipt.ts'

/** Charges the price and shows the whole file in the place of the proof. */
export async function keepProof(client: QueryClient, id: string): Promise<void> {
  const kept: CreationView = await call('keepCreation', { params: { id } })
  track('proof_kept', { creation_id: id })
  client.setQueryData(creationQuery(id).queryKey, kept)
  refreshLists(client, kept)
  void client.invalidateQueries({ queryKey: receiptQuery(id).queryKey })
}

export async function declineProof(client: QueryClient, creation: CreationView): Promise<void> {
  await call('declineCreation', { params: { id: creation.id } })
  track('proof_declined', { creation_id: creation.id })
  forget(client, creation)
}

/** The run that draws it is found by the recipe's remix page. */
export async function redrawProof(client: QueryClient, creation: CreationView): Promise<void> {
  await call('redrawCreation', { params: { id: creation.id } })
  track('proof_redrawn', { creation_id: creation.id })
  forget(client, creation)
}

/** The screen of the deleted proof is still shown; its data is asked for again on the next visit only. */
function forget(client: QueryClient, creation: CreationView): void {
  const queryKey = creationQuery(creation.id).queryKey.slice(0, 2)
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  refreshLists(client, creation)
}

function refreshLists(client: QueryClient, { workflow_id }: CreationView): void {
  void client.invalidateQueries({ queryKey: ['user-creations'] })
  void client.invalidateQueries({ queryKey: ['workflow-creations', workflow_id] })
}
