import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetWorkflow } from './forget-workflow.ts'

export async function restoreWorkflow(client: QueryClient, id: string): Promise<void> {
  await call('restoreWorkflow', { params: { id } })
  track('workflow_restored', { workflow_id: id })
  await forgetWorkflow(client, id)
}
