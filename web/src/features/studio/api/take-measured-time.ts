import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetWorkflow } from './forget-workflow.ts'

/** Answers the number of the new version. */
export async function takeMeasuredTime(
  client: QueryClient,
  id: string,
  { version, idempotencyKey }: { version: number; idempotencyKey: string },
): Promise<number> {
  const published = await call('publishVersionAgain', {
    params: { id, version: String(version) },
    body: { measured_time: true },
    idempotencyKey,
  })
  await forgetWorkflow(client, id)
  return published.version
}
