import type { QueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetLists } from './forget-creation.ts'
import { creationQuery } from './get-creation.ts'
import { receiptQuery } from './get-receipt.ts'

/** Charges the price and shows the whole file in the place of the proof. */
export async function keepCreation(client: QueryClient, id: string): Promise<void> {
  const kept: CreationView = await call('keepCreation', { params: { id } })
  track('proof_kept', { creation_id: id })
  client.setQueryData(creationQuery(id).queryKey, kept)
  forgetLists(client, kept)
  void client.invalidateQueries({ queryKey: receiptQuery(id).queryKey })
}
