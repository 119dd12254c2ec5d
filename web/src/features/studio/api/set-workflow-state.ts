import type { QueryClient } from '@tanstack/react-query'
import type { ChosenState } from '@vignette/contract/workflows.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetWorkflow } from './forget-workflow.ts'

export async function setWorkflowState(
  client: QueryClient,
  id: string,
  state: ChosenState,
): Promise<void> {
  await call('setWorkflowState', { params: { id }, body: { state } })
  track('workflow_state_chosen', { workflow_id: id, state })
  await forgetWorkflow(client, id)
}
