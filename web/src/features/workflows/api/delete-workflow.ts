import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'

export async function deleteWorkflow(id: string): Promise<void> {
  await call('deleteWorkflow', { params: { id } })
  track('workflow_deleted', { workflow_id: id })
}
