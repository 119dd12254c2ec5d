import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetWorkflow } from './forget-workflow.ts'

export async function objectToHiding(
  client: QueryClient,
  id: string,
  objection: { text: string; idempotencyKey: string },
): Promise<void> {
  const { text, idempotencyKey } = objection
  await call('objectToHiding', { params: { id }, body: { text }, idempotencyKey })
  track('hiding_objected', { workflow_id: id })
  await forgetWorkflow(client, id)
}
