import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetWorkflow } from './forget-workflow.ts'

export async function setLaunchPrice(
  client: QueryClient,
  id: string,
  body: { price: number; until: string },
): Promise<void> {
  await call('setLaunchPrice', { params: { id }, body })
  await forgetWorkflow(client, id)
}

export async function endLaunchPrice(client: QueryClient, id: string): Promise<void> {
  await call('endLaunchPrice', { params: { id } })
  await forgetWorkflow(client, id)
}
