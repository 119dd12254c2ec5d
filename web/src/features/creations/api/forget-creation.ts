import type { QueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { creationQuery } from './get-creation.ts'
import { workflowCreationsQuery } from './list-workflow-creations.ts'

/** The screen of the deleted proof is still shown; its data is asked for again on the next visit only. */
export function forgetCreation(client: QueryClient, creation: CreationView): void {
  const { queryKey } = creationQuery(creation.id)
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  forgetLists(client, creation)
}

/** Makes every list that shows the creation ask again. */
export function forgetLists(client: QueryClient, { workflow_id }: CreationView): void {
  void client.invalidateQueries({ queryKey: ['listUserCreations'] })
  void client.invalidateQueries({ queryKey: workflowCreationsQuery(workflow_id).queryKey })
}
