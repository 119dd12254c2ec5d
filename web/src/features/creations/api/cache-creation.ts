import type { QueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { creationQuery } from './get-creation.ts'

/** Puts the answer of a run into the cache, so that the page of its creation need not ask for it. */
export function cacheCreation(
  client: QueryClient,
  creation: Partial<CreationView> & { id: string },
): void {
  if (!isWhole(creation)) return
  client.setQueryData(creationQuery(creation.id).queryKey, creation)
}

function isWhole(creation: Partial<CreationView>): creation is CreationView {
  return creation.workflow !== undefined && creation.user_inputs !== undefined
}
