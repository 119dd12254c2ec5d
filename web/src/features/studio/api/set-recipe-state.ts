import type { QueryClient } from '@tanstack/react-query'
import type { ChosenState } from '@vignette/contract/workflows.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetRecipe } from './forget-recipe.ts'

export async function setRecipeState(
  client: QueryClient,
  id: string,
  state: ChosenState,
): Promise<void> {
  await call('setWorkflowState', { params: { id }, body: { state } })
  track('workflow_state_chosen', { workflow_id: id, state })
  await forgetRecipe(client, id)
}
